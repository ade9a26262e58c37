import { NO_USAGE, type RunId } from '@dossier/contracts';
import { CallRecords } from '@dossier/workspace';
import { startRunsInAStore, type RunsInAStore } from '../runs/runs-in-a-store.builder.ts';
import { callsTable, costsTable } from './costs-text.ts';
import { callsOf, sumCosts, type CostGroup } from './costs.ts';

let runs: RunsInAStore;
beforeEach(async () => {
  runs = await startRunsInAStore();
});
afterEach(() => runs.close());

/** One request of a run, settled at `cost`; open when that is absent. */
async function pay(runId: RunId, fence: number, step: string, cost?: number): Promise<void> {
  const key = { runId, version: 1 };
  const ledger = new CallRecords(runs.firestore, runs.clock).writerOf({
    key,
    stage: 'search',
    fence,
  });
  const call = { step, tier: 'search', model: 'm', prices: '2026-12-01', most: {} } as const;
  const settle = await ledger.open(call, { ...NO_USAGE, modelCalls: 1, costMicroUsd: 1_000_000 });
  if (cost === undefined) return;
  await settle({ usage: { ...NO_USAGE, modelCalls: 1, costMicroUsd: cost }, outcome: 'ok' });
}

const sums = async (by: CostGroup, since = new Date(0)) =>
  (await sumCosts(runs, { by, since })).map(({ of, modelCalls, open, costMicroUsd }) => ({
    ...{ of, modelCalls, open, costMicroUsd },
  }));

describe('sumCosts', () => {
  it('sums requests by what is asked for, the dearest first, open ones at their most', async () => {
    const first = await runs.open(10, 'U1');
    const second = await runs.open(5, 'U2');
    await pay(first, 1, 'search.g1', 20);
    await pay(first, 2, 'search.g2', 30);
    await pay(second, 1, 'compare');
    expect(await sums('user')).toEqual([
      { of: 'user:U2', modelCalls: 1, open: 1, costMicroUsd: 1_000_000 },
      { of: 'user:U1', modelCalls: 2, open: 0, costMicroUsd: 50 },
    ]);
    expect((await sums('run')).map(({ of }) => of)).toEqual([second, first]);
    expect((await sums('step')).map(({ of }) => of)).toEqual(['compare', 'search']);
    expect(await sums('day')).toMatchObject([{ of: '2026-12-01', modelCalls: 3 }]);
    expect(await sums('stage', new Date(runs.clock.now().getTime() - 60_000))).toEqual([]);
  });

  it('shows every request of one run, and tells a run that is not there', async () => {
    const run = await runs.open(1);
    await pay(run, 1, 'search.g1', 20_000);
    await pay(run, 2, 'search.g2');
    const calls = (await callsOf(runs, run)) ?? [];
    const [, settled, open] = callsTable(calls).split('\n');
    expect(settled).toMatch(/search\.g1 +m +ok +0\.0200/);
    expect(open).toContain('open: counts at its most');
    expect(await callsOf(runs, '00000000-0000-5000-8000-000000000000' as RunId)).toBeUndefined();
    expect(costsTable('run', [])).toBe('No requests to models.');
  });
});
