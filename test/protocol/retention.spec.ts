import type { Firestore } from '@google-cloud/firestore';
import { NeedsHuman, type RunKey } from '@dossier/contracts';
import { deadLetterRetention, DeadLetterStore } from '@dossier/dead-letters';
import {
  decideCancel,
  expiredDocuments,
  RetentionSweep,
  WorkspaceRetention,
  type RetentionRule,
} from '@dossier/workspace';
import { status } from '@grpc/grpc-js';
import { refused, type FaultPlan, type UnaryFault, type WireCall } from '../faults/proxy/fault.ts';
import { aPlan, deliveryOf, NEVER, startProtocol, timings, type Protocol } from './protocol.kit.ts';

const DAY = 24 * 60 * 60 * 1_000;
const { workspaceRetentionMs, deadLetterRetentionMs } = timings.global;
const NOTHING = { removed: {}, failures: [], more: false };

/**
 * Lets calls that may write through until it is told otherwise. Reads always pass: to die before one is
 * to die after the write that came before, and a client asks for seconds again.
 */
class Gate implements FaultPlan {
  callsLeft = Number.POSITIVE_INFINITY;
  refusals = 0;

  unary({ method }: WireCall): UnaryFault | undefined {
    // Else the document stays locked until Firestore's idle limit, a minute.
    if (method === 'Rollback') return undefined;
    this.callsLeft -= 1;
    if (this.callsLeft >= 0) return undefined;
    this.refusals += 1;
    return refused(status.PERMISSION_DENIED);
  }
}

let gate: Gate;
let protocol: Protocol;
beforeEach(async () => {
  gate = new Gate();
  protocol = await startProtocol({ unary: (call) => gate.unary(call) });
});
afterEach(() => protocol.close());

function sweepOf(...rules: RetentionRule[]): RetentionSweep {
  return new RetentionSweep({ rules, clock: protocol.clock });
}

function workspaceSweep(firestore: Firestore = protocol.firestore): RetentionSweep {
  return sweepOf(new WorkspaceRetention(firestore, timings));
}

/** A run that made its plan and was then given up. */
async function anEndedRun(): Promise<RunKey> {
  const key = await protocol.openRun();
  const stage = { run: () => Promise.resolve({ plan: aPlan() }) };
  await protocol.runner.handle('plan', stage, deliveryOf(key, 'plan'), NEVER);
  await protocol.store.change(key.runId, (workspace) =>
    decideCancel(
      workspace,
      { key, by: 'user', cause: 'test', tell: false },
      protocol.clock.now(),
      timings,
    ),
  );
  return key;
}

/** How much there is of a run: its document, artifacts and lines of history. */
async function documentsOf({ runId }: RunKey): Promise<[number, number, number]> {
  const workspace = protocol.firestore.collection('workspaces').doc(runId);
  const [document, artifacts, audit] = await Promise.all([
    workspace.get(),
    workspace.collection('artifacts').get(),
    workspace.collection('audit').get(),
  ]);
  return [document.exists ? 1 : 0, artifacts.size, audit.size];
}

async function countOf(collection: string): Promise<number> {
  return (await protocol.firestore.collection(collection).get()).size;
}

const ago = (ms: number): string => new Date(protocol.clock.now().getTime() - ms).toISOString();

describe('a run that is over', () => {
  it('vanishes with its artifacts and history when it has been kept long enough', async () => {
    const old = await anEndedRun();
    protocol.clock.advance(2 * DAY);
    const young = await anEndedRun();
    const [, , history] = await documentsOf(young);
    protocol.clock.advance(workspaceRetentionMs - DAY);
    await expect(workspaceSweep().sweep()).resolves.toEqual({
      ...NOTHING,
      removed: { workspaces: 1 },
    });
    await expect(documentsOf(old)).resolves.toEqual([0, 0, 0]);
    await expect(documentsOf(young)).resolves.toEqual([1, 1, history]);
    await expect(countOf('workspaceRemains')).resolves.toBe(0);
    await expect(workspaceSweep().sweep()).resolves.toEqual(NOTHING);
  });

  it('stays while something is under way or waits for a person, whatever its age', async () => {
    const running = await protocol.openRun();
    const waiting = await protocol.openRun();
    const asks = { run: () => Promise.reject(new NeedsHuman('over-budget')) };
    await protocol.runner.handle('plan', asks, deliveryOf(waiting, 'plan'), NEVER);
    protocol.clock.advance(10 * workspaceRetentionMs);
    await expect(workspaceSweep().sweep()).resolves.toEqual(NOTHING);
    await expect(documentsOf(running)).resolves.toMatchObject([1, 0, expect.any(Number)]);
    await expect(documentsOf(waiting)).resolves.toMatchObject([1, 0, expect.any(Number)]);
  });

  it.each([
    [
      'a second version ended',
      () => ({ 'versions.2': { status: 'done', startedAt: ago(3 * DAY), endedAt: ago(DAY) } }),
    ],
    ['its end was told', () => ({ 'versions.1.told': { at: ago(DAY) } })],
  ])('is young again since %s', async (_title, change) => {
    const key = await anEndedRun();
    protocol.clock.advance(workspaceRetentionMs + 5 * DAY);
    await protocol.firestore.collection('workspaces').doc(key.runId).update(change());
    await expect(workspaceSweep().sweep()).resolves.toEqual(NOTHING);
    protocol.clock.advance(workspaceRetentionMs);
    await expect(workspaceSweep().sweep()).resolves.toMatchObject({ removed: { workspaces: 1 } });
  });

  it('stays whole when a follow-up comes while it is about to go', async () => {
    const key = await anEndedRun();
    const before = await documentsOf(key);
    protocol.clock.advance(workspaceRetentionMs + DAY);
    const { firestore } = protocol;
    const followedUp = Object.create(firestore, {
      runTransaction: {
        value: async (work: Parameters<Firestore['runTransaction']>[0]) => {
          const change = { 'versions.2': { status: 'running', startedAt: ago(0) } };
          await firestore.collection('workspaces').doc(key.runId).update(change);
          return firestore.runTransaction(work);
        },
      },
    }) as Firestore;
    await expect(workspaceSweep(followedUp).sweep()).resolves.toEqual(NOTHING);
    await expect(documentsOf(key)).resolves.toEqual(before);
  });

  it('is there as a whole or is removed to the end, wherever the process dies', async () => {
    for (let point = 0; ; point += 1) {
      const key = await anEndedRun();
      const whole = await documentsOf(key);
      protocol.clock.advance(workspaceRetentionMs + DAY);
      gate.callsLeft = point;
      gate.refusals = 0;
      const cut = await workspaceSweep().sweep();
      gate.callsLeft = Number.POSITIVE_INFINITY;
      expect(cut.failures).toHaveLength(gate.refusals > 0 ? 1 : 0);
      const left = await documentsOf(key);
      if (left[0] === 1) expect(left).toEqual(whole);
      await workspaceSweep().sweep();
      await expect(documentsOf(key)).resolves.toEqual([0, 0, 0]);
      await expect(countOf('workspaceRemains')).resolves.toBe(0);
      if (gate.refusals === 0) return expect(point).toBeGreaterThan(3);
    }
  });

  it('is reached behind any number of runs that stay, each of which is read once in a walk', async () => {
    const spoiled = protocol.firestore.collection('workspaces');
    const ids = Array.from({ length: 1_250 }, (_, n) => String(n).padStart(12, '0'));
    const createdAt = ago(2 * workspaceRetentionMs);
    for (let from = 0; from < ids.length; from += 250) {
      const batch = protocol.firestore.batch();
      for (const id of ids.slice(from, from + 250)) {
        batch.set(spoiled.doc(`00000000-0000-4000-8000-${id}`), { createdAt });
      }
      await batch.commit();
    }
    const key = await anEndedRun();
    protocol.clock.advance(workspaceRetentionMs + DAY);
    await expect(workspaceSweep().sweep()).resolves.toEqual({ ...NOTHING, more: true });
    await expect(documentsOf(key)).resolves.toMatchObject([1, 1, expect.any(Number)]);
    await expect(workspaceSweep().sweep()).resolves.toEqual({
      ...NOTHING,
      removed: { workspaces: 1 },
    });
    await expect(countOf('retention')).resolves.toBe(0);
  });
});

describe('a document that says until when it is kept', () => {
  const conversations = () => protocol.firestore.collection('conversations');
  const expiring = (): RetentionSweep =>
    sweepOf(expiredDocuments(protocol.firestore, 'conversations'));

  it('goes when its time has come, and not before', async () => {
    await conversations()
      .doc('a')
      .set({ expireAt: ago(1) });
    await conversations()
      .doc('b')
      .set({ expireAt: ago(-1) });
    await conversations().doc('c').set({ runs: [] });
    await expect(expiring().sweep()).resolves.toEqual({
      ...NOTHING,
      removed: { conversations: 1 },
    });
    const { docs } = await conversations().get();
    expect(docs.map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('stays when it is renewed between being found and being deleted', async () => {
    await conversations()
      .doc('a')
      .set({ expireAt: ago(1) });
    let renewed = false;
    const { firestore } = protocol;
    gate.unary = () => {
      if (renewed) return undefined;
      renewed = true;
      return async (forward) => {
        await firestore
          .collection('conversations')
          .doc('a')
          .set({ expireAt: ago(-DAY) });
        return forward();
      };
    };
    await expect(expiring().sweep()).resolves.toEqual(NOTHING);
    expect(renewed).toBe(true);
    await expect(countOf('conversations')).resolves.toBe(1);
  });

  it('goes within a bounded number of steps, the longest overdue first', async () => {
    for (let from = 0; from < 1_100; from += 220) {
      const batch = protocol.firestore.batch();
      for (let n = from; n < from + 220; n += 1) {
        batch.set(conversations().doc(`c${n}`), { expireAt: ago(2_000 - n) });
      }
      await batch.commit();
    }
    const first = await expiring().sweep();
    expect(first).toEqual({ removed: { conversations: 1_000 }, failures: [], more: true });
    await expect(conversations().doc('c999').get()).resolves.toMatchObject({ exists: false });
    await expect(conversations().doc('c1000').get()).resolves.toMatchObject({ exists: true });
    await expect(expiring().sweep()).resolves.toMatchObject({
      removed: { conversations: 100 },
      more: false,
    });
  });
});

describe('dead letters', () => {
  const letters = () => protocol.firestore.collection('deadLetters');
  const jobs = () => protocol.firestore.collection('deadLetterJobs');
  const deadLetterSweep = (): RetentionSweep =>
    sweepOf(...deadLetterRetention(protocol.firestore, timings));

  it('go with body and history when they came in too long ago, the open ones too', async () => {
    const old = letters().doc('plan-0123456789abcdef0123');
    await old.set({ state: 'open', receivedAt: ago(deadLetterRetentionMs) });
    await old
      .collection('body')
      .doc('000000')
      .set({ bytes: Buffer.from('{}') });
    await old.collection('audit').doc('000001').set({ what: 'archived' });
    await letters()
      .doc('spoiled')
      .set({ receivedAt: ago(2 * deadLetterRetentionMs) });
    await letters()
      .doc('young')
      .set({ state: 'open', receivedAt: ago(deadLetterRetentionMs - 1) });
    await expect(deadLetterSweep().sweep()).resolves.toEqual({
      ...NOTHING,
      removed: { deadLetters: 2 },
    });
    expect((await letters().get()).docs.map(({ id }) => id)).toEqual(['young']);
    await expect(old.listCollections()).resolves.toEqual([]);
  });

  it('are still in the list when the process dies before the end of one', async () => {
    const letter = letters().doc('plan-0123456789abcdef0123');
    await letter.set({ state: 'open', receivedAt: ago(deadLetterRetentionMs) });
    for (const n of [1, 2])
      await letter.collection('audit').doc(`00000${n}`).set({ what: 'edited' });
    const stop = new AbortController();
    const store = new DeadLetterStore(protocol.firestore);
    const removal = store.remove(letter.id, stop.signal);
    stop.abort();
    await expect(removal).resolves.toBe(false);
    expect((await letter.get()).exists).toBe(true);
    await expect(deadLetterSweep().sweep()).resolves.toMatchObject({ removed: { deadLetters: 1 } });
    await expect(letter.listCollections()).resolves.toEqual([]);
  });

  it('are no longer remembered by bulk replays that ended long ago', async () => {
    await jobs()
      .doc('done')
      .set({ state: 'done', endedAt: ago(deadLetterRetentionMs) });
    await jobs()
      .doc('young')
      .set({ state: 'done', endedAt: ago(DAY) });
    await jobs().doc('running').set({ state: 'running', endedAt: null });
    await expect(deadLetterSweep().sweep()).resolves.toMatchObject({
      removed: { deadLetterJobs: 1 },
    });
    expect((await jobs().get()).docs.map(({ id }) => id)).toEqual(['running', 'young']);
  });
});

describe('a retention sweep', () => {
  it('writes nothing where nothing is old', async () => {
    await anEndedRun();
    gate.callsLeft = 0;
    const sweep = sweepOf(
      expiredDocuments(protocol.firestore, 'conversations'),
      ...deadLetterRetention(protocol.firestore, timings),
      new WorkspaceRetention(protocol.firestore, timings),
    );
    await expect(sweep.sweep()).resolves.toEqual(NOTHING);
    expect(gate.refusals).toBe(0);
  });

  it('goes on with the other rules when one fails, and says which', async () => {
    const failing = { name: 'broken', remove: () => Promise.reject(new Error('no index')) };
    await protocol.firestore
      .collection('lineEvents')
      .doc('a')
      .set({ expireAt: ago(1) });
    const sweep = sweepOf(failing, expiredDocuments(protocol.firestore, 'lineEvents'));
    await expect(sweep.sweep()).resolves.toMatchObject({
      removed: { lineEvents: 1 },
      failures: [{ rule: 'broken', error: { message: 'no index' } }],
    });
  });

  it('ends in time while the store hangs, and begins nothing after it', async () => {
    let steps = 0;
    let release = (): void => undefined;
    const hanging: RetentionRule = {
      name: 'hanging',
      remove: async () => {
        steps += 1;
        protocol.clock.advance(5_000);
        await new Promise<void>((resolve) => (release = resolve));
        return { removed: 1, more: true };
      },
    };
    await expect(sweepOf(hanging, hanging).sweep()).resolves.toEqual({ ...NOTHING, more: true });
    release();
    await new Promise(setImmediate);
    expect(steps).toBe(1);
  });

  it('stops when it is told to, and has ended its step by then', async () => {
    const stop = new AbortController();
    const steps: string[] = [];
    const rule: RetentionRule = {
      name: 'endless',
      remove: async () => {
        steps.push('begun');
        stop.abort();
        await new Promise(setImmediate);
        steps.push('ended');
        return { removed: 1, more: true };
      },
    };
    await expect(sweepOf(rule).sweep(stop.signal)).resolves.toMatchObject({ more: true });
    expect(steps).toEqual(['begun', 'ended']);
  });
});
