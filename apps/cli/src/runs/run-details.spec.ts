import { runIdOf, type RunId } from '@dossier/contracts';
import { readRun, type RunDetails } from './run-details.ts';
import { runText } from './run-text.ts';
import { startRunsInAStore, type RunsInAStore } from './runs-in-a-store.builder.ts';

let runs: RunsInAStore;
beforeEach(async () => {
  runs = await startRunsInAStore();
});
afterEach(() => runs.close());

async function detailsOf(runId: RunId): Promise<RunDetails> {
  const run = await readRun(runs, runId);
  if (run === undefined) throw new Error('no such run');
  return run;
}

/** A worker that took the plan, failed at it once before, and holds its lease `untilMs` from now. */
async function lease(runId: RunId, untilMs: number): Promise<void> {
  const until = new Date(runs.clock.now().getTime() + untilMs).toISOString();
  await runs.firestore.doc(`workspaces/${runId}`).update({
    'versions.1.stages.plan': {
      ...{ status: 'running', attempts: 2, step: 0, startedAt: '2026-12-01T05:59:00.000Z' },
      lease: { token: 'worker-7', fence: 2, until },
      lastError: { kind: 'Retryable', reason: 'busy', at: '2026-12-01T05:59:30.000Z' },
    },
  });
}

describe('what is known of a run', () => {
  it('says what its outbox holds, and when the sweep publishes it again', async () => {
    const runId = await runs.open(60);
    const { outbox, wakeAt, versions, audit } = await detailsOf(runId);
    expect(outbox).toEqual([
      expect.objectContaining({ id: '1.plan.0', stage: 'plan', repeats: 0, repeatAt: wakeAt }),
    ]);
    expect(versions).toMatchObject([{ version: 1, status: 'running', stages: [], url: null }]);
    expect(audit.map(({ event }) => event)).toEqual(['run.opened']);
  });

  it.each([
    ['ran out', -1_000, true],
    ['holds', 1_000, false],
  ])('tells a lease that %s', async (_title, untilMs, expired) => {
    const runId = await runs.open(1);
    await lease(runId, untilMs);
    const { versions } = await detailsOf(runId);
    expect(versions[0]?.stages[0]?.lease).toMatchObject({ token: 'worker-7', expired });
  });

  it.each([
    ['signed', /^https:\/\/r\.example\/x\?exp=\d{10}&sig=[\w-]{43}$/],
    ['public', /^https:\/\/r\.example\/x$/],
  ] as const)('gives a link that opens to a report that is %s', async (access, url) => {
    const runId = await runs.open(1);
    await runs.store.createArtifact({ runId, version: 1 }, 'publication', {
      ...{ url: 'https://r.example/x', latestUrl: 'https://r.example/x', access },
      ...{ htmlObject: 'x', markdownObject: 'x', htmlSha256: '', title: '題', summary: '' },
      counts: { chapters: 1, citations: 1, sources: 1, divergences: 0 },
    });
    const { versions } = await detailsOf(runId);
    expect(versions[0]?.url).toMatch(url);
  });

  it('is nothing when there is no such run', async () => {
    await expect(readRun(runs, runIdOf('nobody'))).resolves.toBeUndefined();
  });
});

describe('a run for a terminal', () => {
  it('shows stage, attempts, lease, last error, outbox and history', async () => {
    const runId = await runs.open(2);
    await lease(runId, -60_000);
    const text = runText(await detailsOf(runId), runs.clock.now());
    expect(text).toContain(
      `Run ${runId}\n  asked      2026-12-01T05:58:00.000Z (2m ago) by user:U1`,
    );
    expect(text).toContain('  plan     running, attempts 2, step 0');
    expect(text).toContain('fence 2, holder worker-7, until 2026-12-01T05:59:00.000Z (expired)');
    expect(text).toContain('error    Retryable busy, 2026-12-01T05:59:30.000Z (30s ago)');
    expect(text).toMatch(
      /Outbox\n {2}1\.plan\.0 {2}since .*, repeated 0 time\(s\), again at .* ago\)/,
    );
    expect(text).toMatch(/History\n {2}2026-12-01T05:58:00\.000Z v1 run\.opened/);
  });

  it('shows a person’s words without what they could do to a terminal', async () => {
    const runId = await runs.open(1, 'U1', '問\u001b]0;title\u0007題');
    expect(runText(await detailsOf(runId), runs.clock.now())).not.toMatch(/[\u001b\u0007]/);
  });
});
