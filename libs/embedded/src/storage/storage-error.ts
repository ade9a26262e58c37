/**
 * A refusal in the shape that Google's JSON API answers with, which the real client turns into its
 * `ApiError` (`code`, `errors[0].reason`).
 * https://cloud.google.com/storage/docs/json_api/v1/status-codes
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }

  /** The response body as a JSON value. */
  get body(): object {
    const { status: code, reason, message } = this;
    return { error: { code, message, errors: [{ message, domain: 'global', reason }] } };
  }
}

/** 400: the request itself is wrong; `message` says what to change. */
export function invalid(message: string): StorageError {
  return new StorageError(400, 'invalid', message);
}

/** 404 for a bucket, an object or an upload session. */
export function notFound(message: string): StorageError {
  return new StorageError(404, 'notFound', message);
}

/** 409: a bucket that exists already, or is not empty. */
export function conflict(message: string): StorageError {
  return new StorageError(409, 'conflict', message);
}

/** 412: a generation precondition does not hold. */
export function conditionNotMet(): StorageError {
  return new StorageError(
    412,
    'conditionNotMet',
    'At least one of the pre-conditions you specified did not hold.',
  );
}

/** 501: real Cloud Storage can do this, the embedded one cannot; better refused than ignored. */
export function notImplemented(what: string): StorageError {
  return new StorageError(
    501,
    'notImplemented',
    `The embedded object store has no ${what}. Use Cloud Storage itself for it.`,
  );
}
