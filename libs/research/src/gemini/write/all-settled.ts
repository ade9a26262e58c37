import { NeedsHuman, Permanent, Retryable } from '@dossier/contracts';

/**
 * Waits for all, so that what is under way is finished, paid for and kept, then gives the results or
 * throws the failure that says most about what happens next.
 */
export async function allSettled<const T extends readonly Promise<unknown>[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(work);
  const failures = settled.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures.toSorted((a, b) => weightOf(b) - weightOf(a))[0];
  const results = settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  // One result for each, in its place.
  return results as { -readonly [K in keyof T]: Awaited<T[K]> };
}

/** A bug comes first, then what a person decides, then what ends the version. */
function weightOf(failure: unknown): number {
  if (failure instanceof Retryable) return 0;
  if (failure instanceof Permanent) return 1;
  return failure instanceof NeedsHuman ? 2 : 3;
}
