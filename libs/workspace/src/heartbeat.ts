import type { Clock, Timings } from '@dossier/contracts';
import { decideRenew, type Held } from './transitions/settle.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/**
 * Renews a lease until `stop` aborts. Aborts `lost` when the lease is somebody else's, or when it
 * could not be renewed before it ran out: from then on another worker may have it.
 */
export async function keepLease(
  { store, clock, timings }: { store: WorkspaceStore; clock: Clock; timings: Timings },
  held: Held,
  stop: AbortSignal,
  lost: AbortController,
): Promise<void> {
  const { leaseRenewMs, leaseTtlMs } = timings.stages[held.stage];
  let safeUntil = clock.now().getTime() + leaseTtlMs;
  for (;;) {
    await clock.sleep(leaseRenewMs, stop);
    if (stop.aborted) return;
    const asked = clock.now();
    try {
      const renewed = await store.change(held.key.runId, (workspace) =>
        workspace === undefined
          ? { result: 'stale' as const }
          : decideRenew(workspace, held, asked, timings),
      );
      if (renewed === 'stale') {
        lost.abort(new Error('lease-lost'));
        return;
      }
      safeUntil = asked.getTime() + leaseTtlMs;
    } catch (error) {
      // One failed renewal is no loss: the next beat tries again while the lease still runs.
      if (clock.now().getTime() < safeUntil) continue;
      lost.abort(error);
      return;
    }
  }
}
