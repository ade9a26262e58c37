import type {
  Artifacts,
  Evidence,
  FollowUpWish,
  OutputsOf,
  RunKey,
  StageName,
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
