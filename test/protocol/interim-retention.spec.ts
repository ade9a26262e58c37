import type { Report, RunKey, StageName } from '@dossier/contracts';
import {
  InterimRetention,
  RetentionSweep,
  WorkspaceRetention,
  WorkspaceStore,
} from '@dossier/workspace';
import { status } from '@grpc/grpc-js';
import { refused, type UnaryFault, type WireCall } from '../faults/proxy/fault.ts';
import { startProtocol, timings, type Protocol } from './protocol.kit.ts';

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
const NOTHING = { removed: {}, failures: [], more: false };

const REPORT: Report = {
  ...{ title: '地熱', language: 'zh-TW', chapters: [], provider: 'test' },
  writtenAt: '2026-12-01T00:00:00.000Z',
};

/** Lets so many calls that may write through, and refuses all after them. */
const gate = { callsLeft: Number.POSITIVE_INFINITY, refusals: 0 };

function unary({ method }: WireCall): UnaryFault | undefined {
  // Else the document stays locked until Firestore's idle limit, a minute.
  if (method === 'Rollback') return undefined;
  gate.callsLeft -= 1;
  if (gate.callsLeft >= 0) return undefined;
  gate.refusals += 1;
  return refused(status.PERMISSION_DENIED);
}

let protocol: Protocol;
beforeEach(async () => {
  Object.assign(gate, { callsLeft: Number.POSITIVE_INFINITY, refusals: 0 });
  protocol = await startProtocol({ unary });
});
afterEach(() => protocol.close());

const sweep = () =>
  new RetentionSweep({
    rules: [new InterimRetention(protocol.firestore)],
    clock: protocol.clock,
  }).sweep();

/** A run that has searched and written, as the writer's commit leaves it under the strict policy. */
async function aWrittenRun(notesInterim = true): Promise<RunKey> {
  const key = await protocol.openRun();
  const store = new WorkspaceStore(protocol.firestore, protocol.clock, { notesInterim });
  for (const name of ['search.0', 'search.11', 'step.write.chapter.2', 'plan', 'evidence']) {
    await artifacts(key).doc(`1.${name}`).set({ content: '{}', sha256: '' });
  }
  for (const name of ['search.0', 'report']) {
    await artifacts(key).doc(`2.${name}`).set({ content: '{}', sha256: '' });
  }
  await store.change(
    key.runId,
    (workspace) => {
      if (workspace === undefined) throw new Error('no workspace');
      return { result: undefined, workspace };
    },
    { artifacts: { report: REPORT } },
  );
  await setStage(key, 'write', 'done');
  return key;
}

const artifacts = ({ runId }: RunKey) =>
  protocol.firestore.collection(`workspaces/${runId}/artifacts`);

const setStage = ({ runId }: RunKey, stage: StageName, state: string) =>
  protocol.firestore
    .doc(`workspaces/${runId}`)
    .update({ [`versions.1.stages.${stage}`]: { status: state } });

const end = ({ runId }: RunKey, state = 'done') =>
  protocol.firestore.doc(`workspaces/${runId}`).update({ 'versions.1.status': state });

async function artifactIds(key: RunKey): Promise<string[]> {
  return (await artifacts(key).get()).docs.map(({ id }) => id);
}

async function notes(): Promise<number> {
  return (await protocol.firestore.collection('interimResults').get()).size;
}

describe('interim results under the strict policy', () => {
  it('go with the first sweep after the version is over; what follow-ups need stays', async () => {
    const key = await aWrittenRun();
    await end(key);
    await expect(sweep()).resolves.toEqual({ ...NOTHING, removed: { interimResults: 1 } });
    await expect(artifactIds(key)).resolves.toEqual([
      '1.evidence',
      '1.plan',
      '1.report',
      '2.report',
      '2.search.0',
    ]);
    await expect(notes()).resolves.toBe(0);
    await expect(sweep()).resolves.toEqual(NOTHING);
  });

  it.each(['running', 'no such version'])('stay while the version is %s', async (how) => {
    const key = await aWrittenRun();
    if (how !== 'running') {
      await protocol.firestore.doc(`workspaces/${key.runId}`).update({ versions: {} });
    }
    await expect(sweep()).resolves.toEqual(NOTHING);
    await expect(artifactIds(key)).resolves.toHaveLength(8);
    await expect(notes()).resolves.toBe(1);
  });

  it('stay while a resumption could still write from them', async () => {
    const key = await aWrittenRun();
    await end(key, 'failed');
    await setStage(key, 'write', 'failed');
    await expect(sweep()).resolves.toEqual(NOTHING);
    await expect(artifactIds(key)).resolves.toHaveLength(8);
  });

  it('are looked at again by the next sweep when the version was not over', async () => {
    const key = await aWrittenRun();
    await sweep();
    await end(key);
    await expect(sweep()).resolves.toEqual(NOTHING);
    protocol.clock.advance(HOUR);
    await expect(sweep()).resolves.toEqual({ ...NOTHING, removed: { interimResults: 1 } });
  });

  it('are gone to the end after the next sweep, wherever the process dies', async () => {
    for (let point = 0; ; point += 1) {
      const key = await aWrittenRun();
      await end(key);
      Object.assign(gate, { callsLeft: point, refusals: 0 });
      const cut = await sweep();
      gate.callsLeft = Number.POSITIVE_INFINITY;
      expect(cut.failures).toHaveLength(gate.refusals > 0 ? 1 : 0);
      await sweep();
      await expect(artifactIds(key)).resolves.toHaveLength(5);
      await expect(notes()).resolves.toBe(0);
      if (gate.refusals === 0) return expect(point).toBeGreaterThan(2);
    }
  });

  it('leave no note when their workspace is gone', async () => {
    const key = await aWrittenRun();
    await protocol.firestore.doc(`workspaces/${key.runId}`).delete();
    await expect(sweep()).resolves.toEqual(NOTHING);
    await expect(notes()).resolves.toBe(0);
  });

  it('hold up nobody behind them, however many versions wait for a person', async () => {
    const batch = protocol.firestore.batch();
    const waiting = await aWrittenRun();
    for (let n = 0; n < 150; n += 1) {
      const note = { runId: waiting.runId, version: 1, lookAt: '2026-11-30T00:00:00.000Z' };
      batch.set(protocol.firestore.doc(`interimResults/${waiting.runId}.${1_000 + n}`), note);
    }
    await batch.commit();
    const over = await aWrittenRun();
    await end(over);
    await expect(sweep()).resolves.toEqual({ ...NOTHING, removed: { interimResults: 1 } });
    await expect(artifactIds(waiting)).resolves.toHaveLength(8);
  });
});

it('no note is left, and nothing removed, where sources are one’s own', async () => {
  const key = await aWrittenRun(false);
  await end(key);
  await expect(notes()).resolves.toBe(0);
  await expect(sweep()).resolves.toEqual(NOTHING);
  await expect(artifactIds(key)).resolves.toHaveLength(8);
});

describe('what is below a workspace that is removed', () => {
  const goneAfter = timings.global.workspaceRetentionMs + DAY;

  it('goes too: its ledger of model calls, and its private pages before the note of it', async () => {
    const key = await aWrittenRun();
    await end(key);
    const ledger = protocol.firestore.collection(`workspaces/${key.runId}/ledger`);
    await ledger.doc('1').set({ outcome: 'ok' });
    protocol.clock.advance(goneAfter);
    const asked: string[] = [];
    let answer: () => Promise<boolean> = () => Promise.reject(new Error('bucket not there'));
    const rule = new WorkspaceRetention(protocol.firestore, timings, (runId) => {
      asked.push(runId);
      return answer();
    });
    const remove = () => new RetentionSweep({ rules: [rule], clock: protocol.clock }).sweep();
    await expect(remove()).resolves.toMatchObject({ failures: [{ rule: 'workspaces' }] });
    expect((await ledger.get()).size).toBe(0);
    const remains = protocol.firestore.collection('workspaceRemains');
    expect((await remains.get()).size).toBe(1);
    answer = () => Promise.resolve(true);
    await expect(remove()).resolves.toEqual({ ...NOTHING, removed: { workspaces: 1 } });
    expect(asked).toEqual([key.runId, key.runId]);
    expect((await remains.get()).size).toBe(0);
  });
});
