/**
 * Maps items with at most `limit` under way at once; results keep the items' order. After the first
 * failure no further item is begun, and the promise rejects once those under way have settled.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    // The iterator is shared: each worker takes the next item that nobody has begun.
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: limit }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
}
