import { commandFor } from '@dossier/contracts';
import { Sweeper } from '@dossier/workspace';
import { eventually } from '../support/eventually.ts';
import { aPlan, deliveryOf, NEVER, startProtocol, timings, type Protocol } from './protocol.kit.ts';

let protocol: Protocol;
let sweeper: Sweeper;
beforeEach(async () => {
  protocol = await startProtocol();
  const { store, publisher, clock } = protocol;
  sweeper = new Sweeper({ store, publisher, clock, timings });
});
afterEach(() => protocol.close());

const stale = timings.global.outboxStaleAfterMs;

describe('the sweep', () => {
  it('publishes a command that was committed and never published', async () => {
    const key = await protocol.openRun();
    await expect(sweeper.sweep()).resolves.toMatchObject({ due: 0, republished: 0 });
    protocol.clock.advance(stale);
    await expect(sweeper.sweep()).resolves.toEqual({ due: 1, republished: 1, failures: [] });
    expect(protocol.publisher.published).toEqual([commandFor(key, 'plan')]);
    await expect(sweeper.sweep()).resolves.toMatchObject({ due: 0 });
  });

  it('publishes each lost command once when two sweeps run at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => protocol.openRun()));
    protocol.clock.advance(stale);
    await Promise.all([sweeper.sweep(), sweeper.sweep()]);
    expect(protocol.publisher.published).toHaveLength(5);
  });

  it('repeats a command whose publish failed, at the next time', async () => {
    await protocol.openRun();
    protocol.clock.advance(stale);
    protocol.publisher.failures = 1;
    const { republished, failures } = await sweeper.sweep();
    expect([republished, failures.length]).toEqual([0, 1]);
    protocol.clock.advance(2 * stale);
    await expect(sweeper.sweep()).resolves.toMatchObject({ republished: 1, failures: [] });
  });

  it('looks at a bounded number of workspaces, the longest overdue first', async () => {
    for (let run = 0; run < 60; run += 1) await protocol.openRun();
    protocol.clock.advance(stale);
    await expect(sweeper.sweep()).resolves.toMatchObject({ due: 50, republished: 50 });
    await expect(sweeper.sweep()).resolves.toMatchObject({ due: 10, republished: 10 });
  });

  it('hands the stage of a dead worker to another, whose result is the one that counts', async () => {
    const key = await protocol.openRun();
    // Its clock stands still, so it neither renews its lease nor notices that it lost it.
    const stuck = { run: () => new Promise<never>(() => undefined) };
    void protocol.runnerAt(0).handle('plan', stuck, deliveryOf(key, 'plan'), NEVER);
    const plan = async () => (await protocol.store.read(key.runId))?.versions['1']?.stages.plan;
    await eventually('a lease', async () => (await plan())?.lease);
    protocol.clock.advance(timings.stages.plan.leaseTtlMs + 1);
    await expect(sweeper.sweep()).resolves.toMatchObject({ republished: 1 });
    const stage = { run: () => Promise.resolve({ plan: aPlan('second worker') }) };
    const delivery = deliveryOf(key, 'plan');
    await expect(protocol.runner.handle('plan', stage, delivery, NEVER)).resolves.toEqual({
      kind: 'ack',
      note: 'committed',
    });
    await expect(protocol.store.readArtifact(key, 'plan')).resolves.toEqual(aPlan('second worker'));
  });
});
