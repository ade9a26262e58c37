import { listRuns, runsTable, type RunFilter } from './list-runs.ts';
import { startRunsInAStore, type RunsInAStore } from './runs-in-a-store.builder.ts';

let runs: RunsInAStore;
beforeEach(async () => {
  runs = await startRunsInAStore();
});
afterEach(() => runs.close());

const idsOf = async (filter: Partial<RunFilter> = {}): Promise<string[]> =>
  (await listRuns(runs, { limit: 20, ...filter })).map(({ runId }) => runId);

const minutesAgo = (minutes: number): Date =>
  new Date(runs.clock.now().getTime() - minutes * 60_000);

describe('listRuns', () => {
  it('lists the newest first, up to the limit', async () => {
    const old = await runs.open(30);
    const young = await runs.open(1);
    const middle = await runs.open(10);
    await expect(idsOf()).resolves.toEqual([young, middle, old]);
    await expect(idsOf({ limit: 2 })).resolves.toEqual([young, middle]);
    await expect(idsOf({ since: minutesAgo(10) })).resolves.toEqual([young, middle]);
  });

  it('finds runs by state, behind any number of others', async () => {
    const failed = await runs.open(500);
    await runs.fail(failed);
    await runs.copy(await runs.open(0), 120);
    await expect(idsOf({ limit: 1_000 })).resolves.toHaveLength(122);
    await expect(idsOf({ status: ['failed'] })).resolves.toEqual([failed]);
    await expect(idsOf({ status: ['done', 'cancelled'] })).resolves.toEqual([]);
  });

  it('finds the runs of one conversation in the same order', async () => {
    const old = await runs.open(30, 'U2');
    await runs.open(20, 'U1');
    const young = await runs.open(10, 'U2');
    const conversation = 'user:U2';
    await expect(idsOf({ conversation })).resolves.toEqual([young, old]);
    await expect(idsOf({ conversation, since: minutesAgo(15) })).resolves.toEqual([young]);
    await expect(idsOf({ conversation, limit: 1 })).resolves.toEqual([young]);
    await expect(idsOf({ conversation: 'user:U9' })).resolves.toEqual([]);
  });

  it('shows a document that is no workspace instead of failing', async () => {
    const run = await runs.open(30);
    await runs.firestore.doc('workspaces/spoiled').set({ createdAt: '2026-12-01T05:59:00.000Z' });
    await expect(idsOf()).resolves.toEqual(['spoiled', run]);
    await expect(idsOf({ status: ['unreadable'] })).resolves.toEqual(['spoiled']);
  });

  it('says where a run is, or where it ended and why', async () => {
    const failed = await runs.open(2);
    await runs.fail(failed);
    await runs.open(1);
    const [waiting, ended] = await listRuns(runs, { limit: 2 });
    expect(waiting).toMatchObject({ status: 'running', stage: 'plan', stageStatus: 'requested' });
    expect(ended).toMatchObject({
      ...{ status: 'failed', stage: 'plan', stageStatus: 'failed' },
      failure: 'delivery-attempts-exhausted',
    });
  });
});

describe('runsTable', () => {
  it('shows a run on one line, its question cut and made harmless', async () => {
    const runId = await runs.open(125, 'U1', `問\n\u001b[31m題${'長'.repeat(100)}`);
    const [heading, line, ...rest] = runsTable(
      await listRuns(runs, { limit: 5 }),
      runs.clock.now(),
    ).split('\n');
    expect(heading).toMatch(/^RUN +VERSION +STATUS +STAGE +ATTEMPTS +AGE +QUESTION$/);
    expect(line).toMatch(
      new RegExp(`^${runId} +1 +running +plan requested +0 +2h +問 \\[31m題長+…$`),
    );
    expect(rest).toEqual([]);
  });

  it('says so when there is none', () => {
    expect(runsTable([], runs.clock.now())).toBe('No runs.');
  });
});
