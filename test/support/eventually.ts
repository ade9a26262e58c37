import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until `look` gives something other than undefined or false. Looks every `everyMs`: a
 * condition to wait for, not a time to sleep.
 * @throws Error saying what did not happen within `withinMs`.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  { withinMs = 20_000, everyMs = 20 }: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (performance.now() > end) throw new Error(`did not happen within ${withinMs} ms: ${what}`);
    await wait(everyMs);
  }
}
