import { Permanent, Retryable } from '@dossier/contracts';
import { HTTPFetchError } from '@line/bot-sdk';

/** What became of a call to LINE that did not succeed. */
export type LineFailure =
  | { readonly kind: 'unknown-outcome'; readonly reason: string }
  /** There was no token to send anything with. */
  | { readonly kind: 'not-sent'; readonly error: Retryable | Permanent }
  | { readonly kind: 'refused'; readonly error: HTTPFetchError };

/**
 * Sorts what the SDK throws. Anything without a clear answer has an unknown outcome: LINE may have
 * accepted the message (a 200 whose body is no JSON surfaces as SyntaxError after the acceptance).
 */
export function lineFailureOf(thrown: unknown): LineFailure {
  if (thrown instanceof Retryable || thrown instanceof Permanent) {
    return { kind: 'not-sent', error: thrown };
  }
  if (thrown instanceof HTTPFetchError) {
    return thrown.status >= 500
      ? { kind: 'unknown-outcome', reason: 'line-server-error' }
      : { kind: 'refused', error: thrown };
  }
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name;
  if (name === 'TimeoutError') return { kind: 'unknown-outcome', reason: 'line-timeout' };
  if (name === 'SyntaxError') return { kind: 'unknown-outcome', reason: 'line-answer-unreadable' };
  return { kind: 'unknown-outcome', reason: 'line-unreachable' };
}

/**
 * The error for a call that LINE certainly did not accept. 401 is tried again because the token may
 * just have been rotated, 429 because it means "later"; the rest is final under `reason`.
 */
export function refusalOf(error: HTTPFetchError, reason: string): Retryable | Permanent {
  const options = { cause: error, message: describeRefusal(error) };
  if (error.status === 401) return new Retryable('line-unauthorized', options);
  if (error.status === 429) return new Retryable('line-rate-limited', options);
  return new Permanent(reason, options);
}

/** The error for a call that may be repeated as it is: what has an unknown outcome is worth another try. */
export function repeatableErrorOf(thrown: unknown): Retryable | Permanent {
  const failure = lineFailureOf(thrown);
  if (failure.kind === 'not-sent') return failure.error;
  if (failure.kind === 'refused') return refusalOf(failure.error, 'line-refused');
  return new Retryable(failure.reason, { cause: thrown });
}

/** For operators: status and LINE's request id. Never the body, which may repeat a person's text. */
export function describeRefusal({ status, headers }: HTTPFetchError): string {
  return `LINE answered ${status} (request id ${headers.get('x-line-request-id') ?? 'none'})`;
}
