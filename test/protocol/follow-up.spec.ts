import type { DocumentReference } from '@google-cloud/firestore';
import {
  Permanent,
  type Artifacts,
  type Evidence,
  type FollowUpWish,
  type OutputsOf,
  type RunKey,
  type StageName,
} from '@dossier/contracts';
import { decideVersion, type StageJob } from '@dossier/workspace';
import { aPlan, deliveryOf, NEVER, startProtocol, timings, type Protocol } from './protocol.kit.ts';

const AT = '2026-12-01T00:00:00.000Z';

let protocol: Protocol;
beforeEach(async () => {
  protocol = await startProtocol();
});
afterEach(() => protocol.close());

/** Artifacts that name the version that made them. */
function artifactsOf(version: number): Artifacts {
  const maker = `version ${version}`;
  const evidence: Evidence = {
    question: maker,
    ...{ sources: [], agreements: [], divergences: [], gaps: [] },
  };
  const counts = { chapters: 0, citations: 0, sources: 0, divergences: 0 };
  return {
    plan: aPlan(maker),
    evidence,
    report: { title: maker, language: 'zh-TW', chapters: [], provider: maker, writtenAt: AT },
    evaluation: { verdict: 'pass', gates: [], evaluatedAt: AT },
    publication: {
      ...{ url: maker, latestUrl: 'u', htmlObject: 'h', markdownObject: 'm', htmlSha256: '' },
      ...{ title: maker, summary: '', counts },
    },
    notice: {
      ...{ kind: 'report', retryKey: 'k', status: 'sent', reason: null, messageIds: [] },
      ...{ lineRequestId: null, deliveredAt: AT },
    },
  };
}

/** Runs one stage of a version, and gives the job that it was handed. */
async function run<N extends StageName>(
  name: N,
  key: RunKey,
  outputs: OutputsOf<N>,
): Promise<StageJob<N>> {
  const handed = Promise.withResolvers<StageJob<N>>();
  const stage = {
    run: (job: StageJob<N>) => {
      handed.resolve(job);
      return Promise.resolve(outputs);
    },
  };
  const outcome = await protocol.runner.handle(name, stage, deliveryOf(key, name), NEVER);
  expect(outcome).toEqual({ kind: 'ack', note: 'committed' });
  return handed.promise;
}

async function finish(key: RunKey, from: StageName): Promise<void> {
  const { plan, evidence, report, evaluation, publication, notice } = artifactsOf(key.version);
  const all = [
    ['plan', () => run('plan', key, { plan })],
    ['search', () => run('search', key, { evidence })],
    ['write', () => run('write', key, { report, evaluation })],
    ['publish', () => run('publish', key, { publication })],
    ['notify', () => run('notify', key, { notice })],
  ] as const;
  for (const [, work] of all.slice(all.findIndex(([name]) => name === from))) await work();
}

async function open({ runId }: RunKey, wish: FollowUpWish, baseVersion: number): Promise<RunKey> {
  const fields = { question: '成本', reportLanguage: 'zh-TW', searchLanguages: [] } as const;
  const version = { request: { ...fields, ...wish, baseVersion } };
  const opened = await protocol.store.change(runId, (workspace) =>
    decideVersion(workspace, { version, by: 'test' }, protocol.clock.now(), timings),
  );
  if (opened.kind === 'skipped') throw new Error(opened.reason);
  return opened.key;
}

describe('the job of a follow-up', () => {
  it('holds the version that it goes on from, where new research has none', async () => {
    const first = await protocol.openRun();
    const { plan } = artifactsOf(1);
    const job = await run('plan', first, { plan });
    expect(job.base).toBeUndefined();
    await finish(first, 'search');
    const second = await open(first, { kind: 'deepen', chapter: 2 }, 1);
    const { base } = await run('plan', second, { plan });
    const { evidence, report } = artifactsOf(1);
    expect(base).toEqual({ version: 1, plan, evidence, report });
  });

  it('reads what was carried from the version that made it, through any number of versions', async () => {
    const first = await protocol.openRun();
    await finish(first, 'plan');
    const second = await open(first, { kind: 'rewrite' }, 1);
    await finish(second, 'write');
    const third = await open(first, { kind: 'republish' }, 2);
    const { publication, notice } = artifactsOf(3);
    const { inputs, artifacts, base } = await run('publish', third, { publication });
    const [old, rewritten] = [artifactsOf(1), artifactsOf(2)];
    expect(inputs).toEqual({
      plan: old.plan,
      evidence: old.evidence,
      report: rewritten.report,
      evaluation: rewritten.evaluation,
    });
    expect(base).toBeUndefined();
    await expect(artifacts.read('report')).resolves.toEqual(rewritten.report);
    // What is not carried is not taken from an older version either.
    await expect(artifacts.read('notice')).resolves.toBeUndefined();
    await run('notify', third, { notice });

    const fourth = await open(first, { kind: 'deepen', chapter: 2 }, 3);
    const job = await run('plan', fourth, { plan: aPlan() });
    expect(job.base).toEqual({
      version: 3,
      plan: old.plan,
      evidence: old.evidence,
      report: rewritten.report,
    });
  });

  it('names the older versions that have a page, and reads what they carried where it stands', async () => {
    const first = await protocol.openRun();
    await finish(first, 'plan');
    const second = await open(first, { kind: 'rewrite' }, 1);
    const broken = { run: () => Promise.reject(new Permanent('gates-refused')) };
    await protocol.runner.handle('write', broken, deliveryOf(second, 'write'), NEVER);
    const { notice, publication } = artifactsOf(2);
    await run('notify', second, { notice });
    const third = await open(first, { kind: 'republish' }, 1);
    await finish(third, 'publish');
    const fourth = await open(first, { kind: 'republish' }, 3);
    const { published } = await run('publish', fourth, { publication });
    expect(published.map(({ version }) => version)).toEqual([1, 3]);
    const reports = () => Promise.all(published.map(({ artifacts }) => artifacts.read('report')));
    await expect(reports()).resolves.toEqual([artifactsOf(1).report, artifactsOf(1).report]);
    const { runId } = first;
    await protocol.firestore.doc(`workspaces/${runId}/artifacts/1.report`).update({ content: '' });
    await expect(reports()).resolves.toEqual([undefined, undefined]);
  });

  it.each<[string, (document: DocumentReference) => Promise<unknown>]>([
    ['is gone', (document) => document.delete()],
    ['was written by an older release', (document) => document.update({ schema: 0 })],
    ['was written by a later release', (document) => document.update({ schema: 99 })],
    ['was spoiled', (document) => document.update({ content: '{}' })],
  ])('ends at once when an artifact that it goes on from %s', async (_what, harm) => {
    const first = await protocol.openRun();
    await finish(first, 'plan');
    await harm(protocol.firestore.doc(`workspaces/${first.runId}/artifacts/1.evidence`));
    for (const wish of [{ kind: 'deepen', chapter: 2 }, { kind: 'rewrite' }] as const) {
      const next = await open(first, wish, 1);
      const stage = wish.kind === 'deepen' ? 'plan' : 'write';
      const never = { run: () => Promise.reject(new Error('was run')) };
      const outcome = protocol.runner.handle(stage, never, deliveryOf(next, stage), NEVER);
      await expect(outcome).resolves.toMatchObject({ kind: 'ack', note: 'base-unreadable' });
      const { versions } = (await protocol.store.read(first.runId)) ?? {};
      expect(versions?.[String(next.version)]).toMatchObject({
        ...{ status: 'no_evidence', failure: { stage, reason: 'base-unreadable' } },
      });
      expect(versions?.['1']?.status).toBe('done');
      await run('notify', next, { notice: artifactsOf(next.version).notice });
    }
  });

  it('drops a notice of the version before that is delivered once more: nobody is told twice', async () => {
    const first = await protocol.openRun();
    await finish(first, 'plan');
    await open(first, { kind: 'deepen', chapter: 2 }, 1);
    const again = protocol.runner.handle(
      'notify',
      { run: () => Promise.reject(new Error('told twice')) },
      deliveryOf(first, 'notify'),
      NEVER,
    );
    await expect(again).resolves.toEqual({ kind: 'ack', note: 'superseded' });
  });
});
