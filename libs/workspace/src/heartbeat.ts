import type { Clock, Timings } from '@dossier/contracts';
import type { ProgressNews } from './progress-news.ts';
import { decideRenew, type Held, type Settled } from './transitions/settle.ts';
import type { WorkspaceStore } from './workspace-store.ts';

export interface LeaseParts {
  readonly store: WorkspaceStore;
  readonly clock: Clock;
  readonly timings: Timings;
  /** Written with the renewals, which come sooner for it. */
  readonly news: ProgressNews;
}

/**
 * Renews a lease, which runs until `held.until` (milliseconds since 1970), until `stop` aborts. Aborts
 * `lost` when the lease is somebody else's, or when it could not be renewed before it ran out: from then
 * on another worker may have it.
 */
export async function keepLease(
  { store, clock, timings, news }: LeaseParts,
  held: Held & { readonly until: number },
  stop: AbortSignal,
  lost: AbortController,
): Promise<void> {
  const { leaseRenewMs, leaseTtlMs } = timings.stages[held.stage];
  const { progressEveryMs } = timings.global;
  // The client may try a renewal again after seconds: the lease runs from the try that was written.
  let decidedAt = clock.now();
  let askedAt = decidedAt.getTime();
  const renew = (): Promise<Settled> =>
    store.change<Settled>(held.key.runId, (workspace) => {
      decidedAt = clock.now();
      return workspace === undefined
        ? { result: 'stale' }
        : decideRenew(workspace, held, decidedAt, timings, news.newest);
    });
  let safeUntil = held.until;
  for (;;) {
    // Slow refusals shift the beats: without the limit, the last one could come after the lease.
    const leftMs = Math.max(safeUntil - clock.now().getTime(), 0);
    const nextBeat = AbortSignal.any([stop, news.unwritten()]);
    await clock.sleep(Math.min(leaseRenewMs, leftMs), nextBeat);
    // One document takes about one write a second for long: news wait for a while, and the last counts.
    const tooSoonMs = askedAt + progressEveryMs - clock.now().getTime();
    if (tooSoonMs > 0 && leftMs > 0) await clock.sleep(Math.min(tooSoonMs, leftMs), stop);
    if (stop.aborted) return;
    const asked = clock.now();
    askedAt = asked.getTime();
    const told = news.newest;
    const answered = new AbortController();
    const renewal = renew().catch((error: unknown) => error);
    const tooLate = clock
      .sleep(Math.max(safeUntil - asked.getTime(), 0), AbortSignal.any([stop, answered.signal]))
      .then(() => 'too-late' as const);
    const end = await Promise.race([renewal, tooLate]);
    answered.abort();
    if (stop.aborted) return;
    if (end === 'written') {
      safeUntil = decidedAt.getTime() + leaseTtlMs;
      news.written(told);
    }
    // One failed renewal is no loss: the next beat tries again while the lease still runs.
    else if (end === 'stale' || clock.now().getTime() >= safeUntil) {
      lost.abort(end);
      return;
    }
  }
}
