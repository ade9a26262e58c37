import type { Clock } from '@dossier/contracts';

/** Requests for one question to one model, the first included. */
export const MAX_TRIES = 4;
/** A wait that the provider asks for and that is longer is left to the stage's own retry. */
export const MAX_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_BACKOFF_MS = 20_000;

/**
 * How long to wait after a failed try (1 = the first), in milliseconds: anything up to a limit that
 * doubles ("full jitter"), so that calls that failed together do not come back together.
 */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(LONGEST_BACKOFF_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)));
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
export async function waitFor(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  await untilAborted(clock.sleep(ms, signal), signal);
  signal.throwIfAborted();
}

/** The same promise, but it rejects with the signal's reason as soon as that aborts. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      // The signal's reason is its owner's choice, and is passed on as it is.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
      reject(signal.reason);
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
