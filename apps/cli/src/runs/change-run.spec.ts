import { commandFor, Retryable, runIdOf, type RunId } from '@dossier/contracts';
import { CommandStopped } from '../command-exit.ts';
import { cancelRun, retryRun } from './change-run.ts';
import { startRunsInAStore, type RunsInAStore } from './runs-in-a-store.builder.ts';

let runs: RunsInAStore;
beforeEach(async () => {
  runs = await startRunsInAStore();
});
afterEach(() => runs.close());

const word = { by: 'mei', reason: 'asked twice' };
const cancel = (runId: RunId, change: { version?: number; quiet?: boolean } = {}) =>
  cancelRun(runs, { ...word, quiet: false, runId, ...change });
const retry = (runId: RunId, change: { version?: number; stage?: 'plan' | 'write' } = {}) =>
  retryRun(runs, { ...word, runId, ...change });

async function refusalOf(work: Promise<string>): Promise<[number, string]> {
  const outcome = await work.catch((error: unknown) => error);
  if (!(outcome instanceof CommandStopped)) throw new Error(`not refused: ${String(outcome)}`);
  return [outcome.exitCode, outcome.message];
}

describe('cancelRun', () => {
  it('gives the run up, has the user told, and writes down who and why', async () => {
    const runId = await runs.open(1);
    await expect(cancel(runId)).resolves.toContain('The user will be told.');
    expect(runs.published).toEqual([commandFor({ runId, version: 1 }, 'notify')]);
    const workspace = await runs.store.read(runId);
    expect(workspace?.versions['1']?.status).toBe('cancelled');
    const audit = await runs.store.readAudit(runId);
    expect(audit.at(-1)?.details).toEqual({ by: 'mei', cause: 'asked twice' });
  });

  it('keeps still when it is asked to', async () => {
    const runId = await runs.open(1);
    await expect(cancel(runId, { quiet: true })).resolves.toContain('not told');
    expect(runs.published).toEqual([]);
    expect((await runs.store.read(runId))?.outbox).toEqual({});
  });

  it('does nothing the second time, and tells nobody again', async () => {
    const runId = await runs.open(1);
    await cancel(runId);
    const [code, message] = await refusalOf(cancel(runId));
    expect([code, message]).toEqual([3, expect.stringContaining('(already-cancelled)')]);
    expect(runs.published).toHaveLength(1);
  });

  it('knows its own end when the answer to its commit was lost', async () => {
    const runId = await runs.open(1);
    const run = runs.firestore.runTransaction.bind(runs.firestore);
    runs.firestore.runTransaction = async (...call) => {
      await run(...call);
      return run(...call);
    };
    await expect(cancel(runId)).resolves.toContain('The user will be told.');
    expect(runs.published).toEqual([commandFor({ runId, version: 1 }, 'notify')]);
  });

  it('leaves the telling to the sweep when Pub/Sub takes no message', async () => {
    const runId = await runs.open(1);
    runs.commands.publish = () => Promise.reject(new Retryable('publish-failed'));
    await expect(cancel(runId)).resolves.toContain('by the next sweep');
    expect(Object.keys((await runs.store.read(runId))?.outbox ?? {})).toEqual(['1.notify.0']);
  });

  it('tells a run that is not there from one that has ended', async () => {
    const failed = await runs.open(1);
    await runs.fail(failed);
    const refusals = [
      await refusalOf(cancel(runIdOf('nobody'))),
      await refusalOf(cancel(failed, { version: 2 })),
      await refusalOf(cancel(failed)),
    ];
    expect(refusals).toEqual([
      [3, expect.stringContaining('(unknown-run)')],
      [3, expect.stringContaining('(unknown-version)')],
      [1, expect.stringContaining('(finished)')],
    ]);
  });
});

describe('retryRun', () => {
  it('takes a failed run up at the stage that failed, with its command out', async () => {
    const runId = await runs.open(1);
    await runs.fail(runId);
    await expect(retry(runId)).resolves.toBe(`Run ${runId} goes on at plan.`);
    expect(runs.published).toEqual([commandFor({ runId, version: 1 }, 'plan')]);
    expect((await runs.store.read(runId))?.versions['1']?.status).toBe('running');
    const audit = await runs.store.readAudit(runId);
    expect(audit.at(-1)).toMatchObject({ event: 'plan.resumed', details: { by: 'mei' } });
  });

  it('goes on once when the answer of the commit was lost', async () => {
    const runId = await runs.open(1);
    await runs.fail(runId);
    const { store } = runs;
    const lossy = Object.assign(Object.create(store) as typeof store, {
      change: async (...args: Parameters<typeof store.change>) => {
        await store.change(args[0], args[1]);
        const stored = await store.read(runId);
        const found = stored && args[2]?.applied?.(stored);
        if (found === undefined) throw new Error('not recognised');
        return found;
      },
    });
    await expect(retryRun({ ...runs, store: lossy }, { ...word, runId })).resolves.toContain(
      'goes on at plan',
    );
    expect((await store.read(runId))?.versions['1']?.resumptions).toBe(1);
  });

  it('refuses what cannot go on, and says why', async () => {
    const running = await runs.open(3);
    const failed = await runs.open(2);
    const cancelled = await runs.open(1);
    await runs.fail(failed);
    await cancel(cancelled);
    const refusals = await Promise.all(
      [
        retry(running),
        retry(cancelled),
        retry(failed, { stage: 'write' }),
        retry(failed, { version: 7 }),
        retry(runIdOf('nobody')),
      ].map(refusalOf),
    );
    expect(refusals).toEqual([
      [1, expect.stringContaining('(still-running)')],
      [1, expect.stringContaining('(cancelled)')],
      [1, expect.stringContaining('(not-failed)')],
      [3, expect.stringContaining('(unknown-version)')],
      [3, expect.stringContaining('(unknown-run)')],
    ]);
    expect(runs.published).toHaveLength(1);
  });
});
