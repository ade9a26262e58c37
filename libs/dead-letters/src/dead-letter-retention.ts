import type { Firestore } from '@google-cloud/firestore';
import type { Timings } from '@dossier/contracts';
import { removeEach, type Removal, type RetentionRule } from '@dossier/workspace';
import { BulkReplayJobStore } from './bulk-replay-job-store.ts';
import { DeadLetterStore } from './dead-letter-store.ts';

const PAGE_SIZE = 100;

/**
 * Removes dead letters that came in too long ago, whatever their state, and bulk replays that ended
 * then. By that time Pub/Sub has forgotten the messages too, so no copy comes back as a new record.
 */
export function deadLetterRetention(firestore: Firestore, { global }: Timings): RetentionRule[] {
  const before = (now: Date): Date => new Date(now.getTime() - global.deadLetterRetentionMs);
  const letters = new DeadLetterStore(firestore);
  const jobs = new BulkReplayJobStore(firestore);
  return [
    {
      name: 'deadLetters',
      remove: async (now, stop) =>
        removeAll(await letters.receivedBefore(before(now), PAGE_SIZE), stop, (id) =>
          letters.remove(id, stop),
        ),
    },
    {
      name: 'deadLetterJobs',
      remove: async (now, stop) =>
        removeAll(await jobs.endedBefore(before(now), PAGE_SIZE), stop, (id) =>
          jobs.remove(id).then(() => true),
        ),
    },
  ];
}

async function removeAll(
  ids: readonly string[],
  stop: AbortSignal,
  remove: (id: string) => Promise<boolean>,
): Promise<Removal> {
  let removed = 0;
  const { complete, errors } = await removeEach(ids, stop, async (id) => {
    if (await remove(id)) removed += 1;
  });
  if (errors.length > 0) throw errors[0];
  return { removed, more: !complete || ids.length === PAGE_SIZE };
}
