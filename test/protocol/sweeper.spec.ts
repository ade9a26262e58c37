import { commandFor, NeedsHuman, type RunKey } from '@dossier/contracts';
import { Sweeper, type CommandPublisher } from '@dossier/workspace';
import { eventually } from '../support/eventually.ts';
import { aPlan, deliveryOf, NEVER, startProtocol, timings, type Protocol } from './protocol.kit.ts';

let protocol: Protocol;
beforeEach(async () => {
  protocol = await startProtocol();
});
afterEach(() => protocol.close());

const stale = timings.global.outboxStaleAfterMs;
const MINUTE = 60_000;

interface Limits {
  readonly workspaces: number;
  readonly ms: number;
}

function aSweeper(limits?: Limits, publisher: CommandPublisher = protocol.publisher): Sweeper {
  const { store, clock } = protocol;
  return new Sweeper({ store, publisher, clock, timings, ...(limits && { limits }) });
}

async function openRuns(count: number): Promise<RunKey[]> {
  return Promise.all(Array.from({ length: count }, () => protocol.openRun()));
}

/** Workspaces that no sweep can read, due before all others. */
async function spoilWorkspaces(count: number): Promise<void> {
  const all = protocol.firestore.collection('workspaces');
  const ids = Array.from({ length: count }, (_, n) => String(n).padStart(12, '0'));
  await Promise.all(
    ids.map((id) =>
      all.doc(`00000000-0000-4000-8000-${id}`).set({ wakeAt: '2020-01-01T00:00:00.000Z' }),
    ),
  );
}

describe('the sweep', () => {
  it('publishes a command that was committed and never published', async () => {
    const key = await protocol.openRun();
    await expect(aSweeper().sweep()).resolves.toMatchObject({ due: 0, republished: 0 });
    protocol.clock.advance(stale);
    await expect(aSweeper().sweep()).resolves.toEqual({
      ...{ due: 1, republished: 1, closed: 0, failed: 0, failures: [], more: false },
    });
    expect(protocol.publisher.published).toEqual([commandFor(key, 'plan')]);
    await expect(aSweeper().sweep()).resolves.toMatchObject({ due: 0 });
  });

  it('publishes each of 200 lost commands exactly once when two sweeps run at once', async () => {
    const keys = await openRuns(200);
    protocol.clock.advance(stale);
    const results = await Promise.all([aSweeper().sweep(), aSweeper().sweep()]);
    const published = protocol.publisher.published.map(({ runId }) => runId);
    expect(published.toSorted()).toEqual(keys.map(({ runId }) => runId).toSorted());
    expect(results.map(({ failed, more }) => [failed, more])).toEqual([
      [0, false],
      [0, false],
    ]);
    await expect(aSweeper().sweep()).resolves.toMatchObject({ due: 0 });
  });

  it('repeats a command whose publish failed, at the next time', async () => {
    const { runId } = await protocol.openRun();
    protocol.clock.advance(stale);
    protocol.publisher.failures = 1;
    const first = await aSweeper().sweep();
    expect(first).toMatchObject({ due: 1, republished: 0, failed: 1, more: false });
    expect(first.failures).toMatchObject([{ runId, error: { reason: 'publish-failed' } }]);
    protocol.clock.advance(2 * stale);
    await expect(aSweeper().sweep()).resolves.toMatchObject({ republished: 1, failed: 0 });
  });

  it('hands the stage of a dead worker to another, whose result is the one that counts', async () => {
    const key = await protocol.openRun();
    // Its clock stands still, so it neither renews its lease nor notices that it lost it.
    const stuck = { run: () => new Promise<never>(() => undefined) };
    void protocol.runnerAt(0).handle('plan', stuck, deliveryOf(key, 'plan'), NEVER);
    const plan = async () => (await protocol.store.read(key.runId))?.versions['1']?.stages.plan;
    await eventually('a lease', async () => (await plan())?.lease);
    protocol.clock.advance(timings.stages.plan.leaseTtlMs + 1);
    await expect(aSweeper().sweep()).resolves.toMatchObject({ republished: 1 });
    const stage = { run: () => Promise.resolve({ plan: aPlan('second worker') }) };
    const delivery = deliveryOf(key, 'plan');
    await expect(protocol.runner.handle('plan', stage, delivery, NEVER)).resolves.toEqual({
      kind: 'ack',
      note: 'committed',
    });
    await expect(protocol.store.readArtifact(key, 'plan')).resolves.toEqual(aPlan('second worker'));
  });

  it('closes a version that nobody decided on in time, and has the user told', async () => {
    const key = await protocol.openRun();
    const asks = { run: () => Promise.reject(new NeedsHuman('over-budget')) };
    await protocol.runner.handle('plan', asks, deliveryOf(key, 'plan'), NEVER);
    protocol.clock.advance(timings.global.decisionWaitMs + 1);
    await expect(aSweeper().sweep()).resolves.toMatchObject({ closed: 1, republished: 1 });
    expect(protocol.publisher.published).toEqual([commandFor(key, 'notify')]);
    const workspace = await protocol.store.read(key.runId);
    expect(workspace?.versions['1']?.failure).toEqual({
      stage: 'plan',
      reason: 'decision-expired',
    });
  });
});

describe('one sweep', () => {
  it('puts a bounded number of workspaces right, the longest overdue first', async () => {
    const early = await openRuns(7);
    protocol.clock.advance(1);
    await openRuns(6);
    protocol.clock.advance(stale);
    const sweeper = aSweeper({ workspaces: 7, ms: MINUTE });
    await expect(sweeper.sweep()).resolves.toMatchObject({ due: 7, republished: 7, more: true });
    expect(protocol.publisher.published.map(({ runId }) => runId).toSorted()).toEqual(
      early.map(({ runId }) => runId).toSorted(),
    );
    await expect(sweeper.sweep()).resolves.toMatchObject({ due: 6, republished: 6, more: false });
  });

  it('says that there is no more when its limit was just enough', async () => {
    await openRuns(7);
    protocol.clock.advance(stale);
    const sweep = aSweeper({ workspaces: 7, ms: MINUTE }).sweep();
    await expect(sweep).resolves.toMatchObject({ due: 7, more: false });
  });

  it('gets past workspaces that always fail, however many are due before the others', async () => {
    await spoilWorkspaces(60);
    await openRuns(3);
    protocol.clock.advance(stale);
    const sweeper = aSweeper({ workspaces: 10, ms: MINUTE });
    const result = await sweeper.sweep();
    expect(result).toMatchObject({ due: 63, republished: 3, failed: 60, more: false });
    expect(result.failures).toHaveLength(20);
    await expect(sweeper.sweep()).resolves.toMatchObject({ due: 60, republished: 0 });
  });

  it('begins nothing after its time, and leaves the rest to the next one', async () => {
    await openRuns(30);
    protocol.clock.advance(stale);
    const publisher: CommandPublisher = {
      publish: (command) => {
        protocol.clock.advance(MINUTE);
        return protocol.publisher.publish(command);
      },
    };
    const first = await aSweeper({ workspaces: 100, ms: MINUTE }, publisher).sweep();
    expect(first.more).toBe(true);
    expect(first.due).toBeLessThan(30);
    await eventually('the end of what is due', async () => !(await aSweeper().sweep()).more);
    const runs = new Set(protocol.publisher.published.map(({ runId }) => runId));
    expect(runs.size).toBe(30);
  });

  it('ends in time while a publish hangs', async () => {
    await openRuns(2);
    protocol.clock.advance(stale);
    let published = 0;
    const hanging: CommandPublisher = {
      publish: () => {
        published += 1;
        return new Promise<void>(() => undefined);
      },
    };
    const sweep = aSweeper({ workspaces: 100, ms: MINUTE }, hanging).sweep();
    await eventually('two publishes', () => published === 2);
    protocol.clock.advance(MINUTE);
    await expect(sweep).resolves.toMatchObject({ due: 2, republished: 0, more: true });
  });

  it('stops between two workspaces when it is told to', async () => {
    await openRuns(30);
    protocol.clock.advance(stale);
    const stop = new AbortController();
    const publisher: CommandPublisher = {
      publish: (command) => {
        stop.abort();
        return protocol.publisher.publish(command);
      },
    };
    const stopped = await aSweeper(undefined, publisher).sweep(stop.signal);
    expect(stopped).toMatchObject({ failed: 0, more: true });
    expect(stopped.republished).toBeLessThan(30);
    expect(stopped.republished).toBe(stopped.due);
    await expect(aSweeper().sweep()).resolves.toMatchObject({ due: 30 - stopped.due });
    expect(protocol.publisher.published).toHaveLength(30);
  });
});
