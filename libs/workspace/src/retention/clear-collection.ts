import type { Query } from '@google-cloud/firestore';

/** Documents deleted in one commit; Firestore allows 500. */
const PAGE_SIZE = 200;

/**
 * Deletes all documents of a collection, or of a part of one, page by page.
 * @returns false when it was stopped before the end.
 */
export async function clearCollection(collection: Query, stop: AbortSignal): Promise<boolean> {
  while (!stop.aborted) {
    const { docs } = await collection.limit(PAGE_SIZE).select().get();
    if (docs.length === 0) return true;
    if (stop.aborted) return false;
    const batch = collection.firestore.batch();
    for (const { ref } of docs) batch.delete(ref);
    await batch.commit();
    if (docs.length < PAGE_SIZE) return true;
  }
  return false;
}
