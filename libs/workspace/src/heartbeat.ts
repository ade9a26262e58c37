import type { Clock, Timings } from '@dossier/contracts';
import { decideRenew, type Held, type Settled } from './transitions/settle.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/**
 * Renews a lease, which runs until `held.until` (milliseconds since 1970), until `stop` aborts. Aborts `lost` when the lease is somebody else's, or when it
 * could not be renewed before it ran out: from then on another worker may have it.
 */
export async function keepLease(
  { store, clock, timings }: { store: WorkspaceStore; clock: Clock; timings: Timings },
  held: Held & { readonly until: number },
  stop: AbortSignal,
  lost: AbortController,
): Promise<void> {
  const { leaseRenewMs, leaseTtlMs } = timings.stages[held.stage];
  // The client may try a renewal again after seconds: the lease runs from the try that was written.
  let decidedAt = clock.now();
  const renew = (): Promise<Settled> =>
    store.change<Settled>(held.key.runId, (workspace) => {
      decidedAt = clock.now();
      return workspace === undefined
        ? { result: 'stale' }
        : decideRenew(workspace, held, decidedAt, timings);
    });
  let safeUntil = held.until;
  for (;;) {
    // Slow refusals shift the beats: without the limit, the last one could come after the lease.
    const leftMs = Math.max(safeUntil - clock.now().getTime(), 0);
    await clock.sleep(Math.min(leaseRenewMs, leftMs), stop);
    if (stop.aborted) return;
    const asked = clock.now();
    const answered = new AbortController();
    const renewal = renew().catch((error: unknown) => error);
    const tooLate = clock
      .sleep(Math.max(safeUntil - asked.getTime(), 0), AbortSignal.any([stop, answered.signal]))
      .then(() => 'too-late' as const);
    const end = await Promise.race([renewal, tooLate]);
    answered.abort();
    if (stop.aborted) return;
    if (end === 'written') safeUntil = decidedAt.getTime() + leaseTtlMs;
    // One failed renewal is no loss: the next beat tries again while the lease still runs.
    else if (end === 'stale' || clock.now().getTime() >= safeUntil) {
      lost.abort(end);
      return;
    }
  }
}
