import { setTimeout as wait } from 'node:timers/promises';

const TICK_MS = 50;

/**
 * Calls `work` with how many items are due, so that `rate` a second are started on average. A slow
 * turn is caught up with, and a turn that is still running lets the next ones wait.
 */
export async function pace(
  rate: number,
  signal: AbortSignal,
  work: (count: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  let done = 0;
  while (!signal.aborted) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * rate) - done;
    if (due > 0) {
      done += due;
      await work(due);
    }
    await wait(TICK_MS);
  }
}
