import type { Firestore, QueryDocumentSnapshot } from '@google-cloud/firestore';
import type { Removal, RetentionRule } from './retention-rule.ts';
import { removeEach } from './remove-each.ts';

const PAGE_SIZE = 100;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

/** The documents of a collection that say themselves until when they are kept: `expireAt`, ISO 8601 UTC. */
export function expiredDocuments(firestore: Firestore, collection: string): RetentionRule {
  return {
    name: collection,
    remove: (now, stop) => deleteExpired(firestore, { collection, now, limit: PAGE_SIZE, stop }),
  };
}

/** Deletes what is past its `expireAt`, the longest ago first. One that is renewed meanwhile stays. */
async function deleteExpired(
  firestore: Firestore,
  {
    collection,
    now,
    limit,
    stop,
  }: {
    readonly collection: string;
    readonly now: Date;
    readonly limit: number;
    readonly stop: AbortSignal;
  },
): Promise<Removal> {
  const { docs } = await firestore
    .collection(collection)
    .where('expireAt', '<=', now.toISOString())
    .orderBy('expireAt')
    .limit(limit)
    .select()
    .get();
  let removed = 0;
  const { complete, errors } = await removeEach(docs, stop, async (document) => {
    if (await deleteUnchanged(document)) removed += 1;
  });
  if (errors.length > 0) throw errors[0];
  return { removed, more: !complete || docs.length === limit };
}

/** @returns false when somebody has written the document since it was read. */
async function deleteUnchanged({ ref, updateTime }: QueryDocumentSnapshot): Promise<boolean> {
  try {
    await ref.delete({ lastUpdateTime: updateTime });
    return true;
  } catch (error) {
    if (hasChanged(error)) return false;
    throw error;
  }
}

function hasChanged(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error && error.code;
  return code === FAILED_PRECONDITION || code === NOT_FOUND;
}
