import {
  addUsage,
  NO_USAGE,
  type LedgerEntry,
  type RunId,
  type Usage,
  type Workspace,
} from '@dossier/contracts';
import { CallRecords, newestRuns } from '@dossier/workspace';
import type { Cloud } from '../cloud-connection.ts';

/** What costs can be summed by. `day` is the day (UTC) of the request. */
export const COST_GROUPS = ['day', 'run', 'stage', 'user', 'model', 'step'] as const;
export type CostGroup = (typeof COST_GROUPS)[number];

/** What one of them has cost. */
export interface CostSum extends Usage {
  readonly of: string;
  /** Requests that were never settled: their worker died, and they count at their most. */
  readonly open: number;
}

type CostReader = Pick<Cloud, 'firestore' | 'store' | 'clock'>;

/** Every request to a model for a run, in order; undefined when there is no such run. */
export async function callsOf(
  { firestore, store, clock }: CostReader,
  runId: RunId,
): Promise<readonly LedgerEntry[] | undefined> {
  if ((await store.read(runId)) === undefined) return undefined;
  return new CallRecords(firestore, clock).read(runId);
}

/** What the runs since then have cost, the dearest first; by day the newest first. */
export async function sumCosts(
  { firestore, clock }: CostReader,
  { by, since }: { by: CostGroup; since: Date },
): Promise<readonly CostSum[]> {
  const records = new CallRecords(firestore, clock);
  const sums = new Map<string, CostSum>();
  for await (const { workspace } of newestRuns(firestore, { since })) {
    if (workspace === undefined) continue;
    for (const entry of await records.read(workspace.runId)) {
      const of = groupOf(by, entry, workspace);
      const before = sums.get(of) ?? { of, open: 0, ...NO_USAGE };
      const open = before.open + (entry.settledAt === undefined ? 1 : 0);
      sums.set(of, { of, open, ...addUsage(before, entry.usage) });
    }
  }
  return [...sums.values()].toSorted((a, b) =>
    by === 'day' ? b.of.localeCompare(a.of) : b.costMicroUsd - a.costMicroUsd,
  );
}

function groupOf(by: CostGroup, entry: LedgerEntry, { runId, requester }: Workspace): string {
  switch (by) {
    case 'day':
      return entry.reservedAt.slice(0, 10);
    case 'run':
      return runId;
    case 'stage':
      return entry.stage;
    case 'user':
      return requester.userId ?? requester.conversationId;
    case 'model':
      return entry.model;
    case 'step':
      // `search.g1` and `search.g2` are the same kind of request.
      return entry.step.replace(/[.\d]+.*$/u, '');
  }
}
