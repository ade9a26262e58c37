/** One entry of an error's `details`, as google.rpc defines them. */
export interface ErrorDetail {
  readonly '@type': string;
  readonly [field: string]: unknown;
}

/** An error in Google's JSON shape, and the rule of this stand-in that was broken. */
export class GoogleRefusal extends Error {
  constructor(
    /** Stable name of the rule, for tests: `unknown-field`, `model-not-found`, ... */
    readonly rule: string,
    readonly status: number,
    /** google.rpc.Code, for example `INVALID_ARGUMENT`. */
    readonly code: string,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
  ) {
    super(message);
  }

  /** The body as it goes over the wire. */
  get body(): object {
    const { status, message, code, details } = this;
    return {
      error: { code: status, message, status: code, ...(details.length > 0 && { details }) },
    };
  }
}

/** 400 INVALID_ARGUMENT; `field` is the path that Google names as violated. */
export function invalid(rule: string, message: string, field?: string): GoogleRefusal {
  const violations = [{ field, description: message }];
  const details = [{ '@type': rpc('BadRequest'), fieldViolations: violations }];
  return new GoogleRefusal(
    rule,
    400,
    'INVALID_ARGUMENT',
    message,
    field === undefined ? [] : details,
  );
}

/** The type URL of a google.rpc message. */
export function rpc(name: string): string {
  return `type.googleapis.com/google.rpc.${name}`;
}
