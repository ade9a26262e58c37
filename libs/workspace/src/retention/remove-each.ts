/** Calls at once: the process also answers webhooks, which LINE awaits within 2 s. */
const CONCURRENCY = 8;

/** How far a walk over things to remove has come. */
export interface Walk {
  /** False when it was stopped before the last one. */
  readonly complete: boolean;
  readonly errors: readonly unknown[];
}

/** Runs `work` for each item, a few at once; a failure stops no other item, `stop` all that are left. */
export async function removeEach<T>(
  items: readonly T[],
  stop: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<Walk> {
  const errors: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (!stop.aborted) {
      const item = items[next];
      if (item === undefined) return;
      next += 1;
      await work(item).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { complete: next >= items.length, errors };
}
