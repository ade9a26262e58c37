import type { Firestore } from '@google-cloud/firestore';
import { TIMING_PROFILES, type RunKey } from '@dossier/contracts';
import type { BulkReplayJob, DeadLetterTools } from '@dossier/dead-letters';
import { eventually } from '../support/eventually.ts';
import {
  bodyOf,
  OPERATOR,
  refused,
  startDeadLetters,
  type DeadLettersUnderTest,
} from './dead-letters.kit.ts';
import { startInstantWorkers } from './instant-workers.kit.ts';

// Leases that a busy machine can keep.
const timings = TIMING_PROFILES.local;
/** Runs whose plan fails whenever it is tried. */
const incurable = new Set<string>();

let cloud: DeadLettersUnderTest;
let tools: DeadLetterTools;
let workers: ReturnType<typeof startInstantWorkers>;
beforeAll(async () => {
  cloud = await startDeadLetters({ timings, pulls: false });
  tools = cloud.tools;
  workers = startInstantWorkers(cloud, { timings, planFails: (runId) => incurable.has(runId) });
});
afterAll(async () => {
  await workers.close();
  await cloud.close();
});

/** Dead letters of runs that failed in `stage`, under a reason of their own. */
async function deadRuns(count: number, stage: 'plan' | 'notify', reason: string) {
  const keys = await cloud.manyFailedRuns(count, stage);
  for (let from = 0; from < count; from += 25) {
    await Promise.all(
      keys
        .slice(from, from + 25)
        .map((key) => cloud.archive.archive(stage, refused(bodyOf(key, stage), reason))),
    );
  }
  return keys;
}

/** A record that the oldest replayed one has ended in. @returns its id. */
async function diedAgain(reason: string): Promise<string> {
  const [replayed] = await tools.list({ reasons: [reason], states: ['replayed'] });
  if (replayed?.command == null) throw new Error('nothing was replayed');
  const marks = { replayOf: replayed.id, replayCount: '1' };
  const body = bodyOf(replayed.command, 'plan');
  return (await cloud.archive.archive('plan', refused(body, reason, marks))).id;
}

async function versionOf({ runId }: RunKey) {
  const workspace = await cloud.workspaces.read(runId);
  return { ...workspace?.versions['1'], outbox: Object.keys(workspace?.outbox ?? {}) };
}

const isDone = async (key: RunKey): Promise<boolean> => {
  const { status, stages } = await versionOf(key);
  return status === 'done' && stages?.notify?.status === 'done';
};

/** How often each of these runs was taken up again. */
async function resumptionsOf(keys: readonly RunKey[]): Promise<number[]> {
  return Promise.all(keys.map(async (key) => (await versionOf(key)).resumptions ?? 0));
}

describe('a dry run', () => {
  it('says where everything would go and why, and writes nothing', async () => {
    const reason = 'dry';
    await deadRuns(3, 'plan', reason);
    await deadRuns(2, 'notify', reason);
    const [done] = await deadRuns(1, 'notify', reason);
    if (done === undefined) throw new Error('no run');
    await cloud.patchVersion(done, { status: 'cancelled' });
    await cloud.archive.archive('plan', refused(Buffer.from('?'), reason));
    const before = await everyWrite(cloud.firestore);
    await expect(tools.planReplay({ reasons: [reason] })).resolves.toEqual({
      matched: 7,
      routes: { 'dossier.plan': 3, 'dossier.notify': 2 },
      reasons: { [reason]: 7 },
      verdicts: { replay: 5, cancelled: 1, malformed: 1 },
    });
    await expect(everyWrite(cloud.firestore)).resolves.toEqual(before);
  });
});

describe('canaries', () => {
  it('go first, and stop the rest when they fail again', async () => {
    const keys = await deadRuns(6, 'plan', 'canary-bad');
    for (const { runId } of keys) incurable.add(runId);
    const job = await tools.replayMany({ reasons: ['canary-bad'] }, { ...OPERATOR, canary: 2 });
    expect(job).toMatchObject({ state: 'stopped', why: 'canary-failed', canary: 'bad' });
    expect(job.counts.replayed).toBe(2);
    await expect(tools.list({ reasons: ['canary-bad'] })).resolves.toHaveLength(4);
    const offspring = await diedAgain('canary-bad');
    // A person may know better.
    const resumed = await tools.resumeJob(job.jobId);
    expect(resumed).toMatchObject({ state: 'done', canary: 'overruled', counts: { replayed: 6 } });
    await expect(tools.list({ reasons: ['canary-bad'] })).resolves.toMatchObject([
      { id: offspring, replayCount: 1 },
    ]);
  });

  it('are waited for, and then the rest follows', async () => {
    await deadRuns(5, 'plan', 'canary-good');
    const seen: string[] = [];
    const job = await tools.replayMany(
      { reasons: ['canary-good'] },
      { ...OPERATOR, canary: 2 },
      ({ canary, counts }) => seen.push(`${canary} ${counts.replayed}`),
    );
    expect(job).toMatchObject({ state: 'done', canary: 'good', counts: { replayed: 5 } });
    expect(seen).toContain('good 2');
  });

  it('that do not end in time stop the job unless told otherwise', async () => {
    const keys = await deadRuns(4, 'plan', 'canary-slow');
    for (const key of keys) await cloud.patchVersion(key, { stages: unfinished });
    const mute = cloud.toolsWith({ publisher: { publish: () => Promise.resolve() } });
    const patience = { ...OPERATOR, canary: 1, canaryWaitMs: 1 };
    const filter = { reasons: ['canary-slow'] };
    const stopped = await mute.replayMany(filter, patience);
    expect(stopped).toMatchObject({ state: 'stopped', why: 'canary-undecided' });
    const told = await mute.replayMany(filter, { ...patience, goOnUndecided: true });
    expect(told).toMatchObject({ state: 'done', canary: 'undecided', counts: { replayed: 3 } });
  });
});

describe('a bulk replay', () => {
  it('stops after so many failures', async () => {
    const keys = await deadRuns(30, 'plan', 'hopeless');
    for (const { runId } of keys) incurable.add(runId);
    const job = await tools.replayMany(
      { reasons: ['hopeless'] },
      { ...OPERATOR, stopAfterFailures: 3, ratePerSecond: 8 },
    );
    expect(job).toMatchObject({ state: 'stopped', why: 'too-many-failures' });
    expect(job.counts.failedAgain).toBeGreaterThanOrEqual(3);
    expect(job.counts.replayed).toBeLessThan(30);
  });

  it('is not stopped by bodies that are no command, nor are its canaries', async () => {
    for (let count = 0; count < 12; count += 1) {
      await cloud.archive.archive('notify', refused(Buffer.from(`?${count}`), 'noisy'));
    }
    await deadRuns(2, 'notify', 'noisy');
    const job = await tools.replayMany(
      { reasons: ['noisy'] },
      { ...OPERATOR, stopAfterFailures: 1, canary: 1 },
    );
    expect(job).toMatchObject({ state: 'done', counts: { refused: 12, replayed: 2 } });
  });

  it('keeps its rate', async () => {
    await deadRuns(9, 'notify', 'slowly');
    const began = performance.now();
    await tools.replayMany({ reasons: ['slowly'] }, { ...OPERATOR, ratePerSecond: 8 });
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  it('can be cancelled from elsewhere, and does not go on', async () => {
    await deadRuns(20, 'notify', 'cancelled-job');
    const elsewhere = cloud.toolsWith({});
    let asked: Promise<BulkReplayJob> | undefined;
    const job = await tools.replayMany(
      { reasons: ['cancelled-job'] },
      { ...OPERATOR, ratePerSecond: 4 },
      ({ jobId }) => {
        asked ??= elsewhere.cancelJob(jobId, { by: 'grace', reason: 'wrong filter' });
      },
    );
    await expect(asked).resolves.toMatchObject({ state: 'cancelled' });
    expect(job).toMatchObject({ state: 'cancelled', why: 'by grace: wrong filter' });
    expect((await tools.list({ reasons: ['cancelled-job'] })).length).toBeGreaterThanOrEqual(10);
    await expect(tools.resumeJob(job.jobId)).rejects.toMatchObject({ code: 'job-ended' });
  });

  it('is finished by another process after a crash, with nothing lost or doubled', async () => {
    const keys = await deadRuns(40, 'notify', 'crashed');
    const doomed = cloud.newFirestore();
    let jobId = '';
    // The process dies in the middle of its work: its calls never end, and it never hears of it.
    void cloud
      .toolsWith({ firestore: dyingAfter(doomed, 12), workspaces: cloud.workspacesOn(doomed) })
      .replayMany({ reasons: ['crashed'] }, OPERATOR, (job) => (jobId = job.jobId));
    await eventually('the first replays', async () => {
      const left = await tools.list({ reasons: ['crashed'] });
      return jobId !== '' && left.length < 40 && left.length > 0;
    });
    const job = await tools.resumeJob(jobId);
    expect(job).toMatchObject({ state: 'done', counts: { replayed: 40, errors: 0 } });
    await expect(tools.list({ reasons: ['crashed'] })).resolves.toEqual([]);
    for (const key of keys) {
      await cloud.republishOutbox(key);
      await eventually(`the end of ${key.runId}`, () => isDone(key));
    }
    expect(new Set(await resumptionsOf(keys))).toEqual(new Set([1]));
    await doomed.terminate();
  });

  it('taken over while it still runs leaves the rest to its successor', async () => {
    const keys = await deadRuns(12, 'notify', 'taken-over');
    let successor: Promise<BulkReplayJob> | undefined;
    const first = await tools.replayMany(
      { reasons: ['taken-over'] },
      { ...OPERATOR, ratePerSecond: 6 },
      ({ jobId }) => {
        successor ??= cloud.toolsWith({}).resumeJob(jobId);
      },
    );
    const last = await successor;
    expect(last).toMatchObject({ state: 'done', counts: { replayed: 12 } });
    expect(first.driver).toBe(last?.driver);
    expect(new Set(await resumptionsOf(keys))).toEqual(new Set([1]));
  });

  it('refuses bad options before it begins', async () => {
    const start = (options: object) => tools.replayMany({}, { ...OPERATOR, ...options });
    await expect(start({ ratePerSecond: 0 })).rejects.toMatchObject({ code: 'bad-option' });
    await expect(start({ canary: 1.5 })).rejects.toMatchObject({ code: 'bad-option' });
    await expect(tools.replayMany({ pattern: '(' }, OPERATOR)).rejects.toMatchObject({
      code: 'bad-filter',
    });
    await expect(tools.resumeJob('no-such-job')).rejects.toMatchObject({ code: 'job-not-found' });
  });
});

describe('a thousand dead letters, replayed twice at once', () => {
  it('are lost nowhere and doubled nowhere: every run ends done, with one push', async () => {
    const reason = 'thousand';
    const keys = [
      ...(await deadRuns(980, 'notify', reason)),
      ...(await deadRuns(20, 'plan', reason)),
    ];
    const [one, two] = await Promise.all([
      tools.replayMany({ reasons: [reason] }, OPERATOR),
      cloud.toolsWith({}).replayMany({ reasons: [reason] }, OPERATOR),
    ]);
    expect([one.state, two.state]).toEqual(['done', 'done']);
    expect(one.counts.replayed + two.counts.replayed).toBe(1_000);
    expect([one.counts.errors, two.counts.errors]).toEqual([0, 0]);
    const runIds = keys.map(({ runId }) => runId);
    await eventually('all pushes', () => runIds.every((runId) => workers.pushes.has(runId)), {
      withinMs: 120_000,
    });
    const versions = await cloud.newestVersionsOf(runIds);
    expect(versions.filter((version) => version?.resumptions !== 1)).toEqual([]);
    await eventually('every end', async () =>
      (await cloud.newestVersionsOf(runIds)).every(
        (version) => version?.stages.notify?.status === 'done',
      ),
    );
    const pushes = runIds.map((runId) => workers.pushes.get(runId) ?? []);
    expect(pushes.filter((sent) => sent.length !== 1)).toEqual([]);
    await expect(tools.list({ reasons: [reason] })).resolves.toEqual([]);
    await expect(tools.list({ reasons: [reason], states: ['replayed'] })).resolves.toHaveLength(
      1_000,
    );
  }, 300_000);
});

const unfinished = {
  plan: { status: 'failed', attempts: 5, step: 0, startedAt: '2026-12-01T00:00:00.000Z' },
} as const;

/** Every document of the collections that a replay writes to, with the instant of its last write. */
async function everyWrite(firestore: Firestore): Promise<Record<string, string>> {
  const groups = ['deadLetters', 'deadLetterJobs', 'workspaces', 'audit', 'body', 'artifacts'];
  const snapshots = await Promise.all(groups.map((name) => firestore.collectionGroup(name).get()));
  return Object.fromEntries(
    snapshots.flatMap(({ docs }) =>
      docs.map(({ ref, updateTime }) => [ref.path, updateTime.toDate().toISOString()]),
    ),
  );
}

/** A client whose process is gone after so many transactions: later ones never end. */
function dyingAfter(firestore: Firestore, transactions: number): Firestore {
  let left = transactions;
  const run = firestore.runTransaction.bind(firestore);
  firestore.runTransaction = (...call) => {
    left -= 1;
    return left < 0 ? new Promise(() => undefined) : run(...call);
  };
  return firestore;
}
