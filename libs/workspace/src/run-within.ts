import { setMaxListeners } from 'node:events';

/** The work was stopped from outside, and why. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Settles with `work`, or rejects with `Interrupted` as soon as `signal` aborts: a stage that
 * ignores its signal must not hold a delivery for ever.
 */
export async function runWithin<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  // Every request that the work has under way listens; Node takes more than ten for a leak, and warns.
  setMaxListeners(0, signal);
  const interrupted = Promise.withResolvers<never>();
  const onAbort = (): void =>
    interrupted.reject(new Interrupted('stage interrupted', { cause: signal.reason }));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), interrupted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
