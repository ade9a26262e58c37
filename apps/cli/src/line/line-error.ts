import { Permanent, Retryable } from '@dossier/contracts';

/** A call to LINE that failed, for the person at the terminal. */
export type LineError = Retryable | Permanent;

/** False for bugs of our own, which stay ones. */
export function isLineError(error: unknown): error is LineError {
  return error instanceof Retryable || error instanceof Permanent;
}

/** The stable reason, and what LINE said if it said something. */
export function lineErrorText({ reason, message }: LineError): string {
  return message === reason ? reason : `${reason}: ${message}`;
}
