import { commandFor } from '@dossier/contracts';
import { decideCancel } from '@dossier/workspace';
import { aPlan, deliveryOf, NEVER, startProtocol, timings, type Protocol } from './protocol.kit.ts';

let protocol: Protocol;
beforeEach(async () => {
  protocol = await startProtocol();
});
afterEach(() => protocol.close());

describe('a run that is given up', () => {
  it('throws away what a worker in the middle of a stage brings, and stays given up', async () => {
    const key = await protocol.openRun();
    const begun = Promise.withResolvers<void>();
    const result = Promise.withResolvers<{ plan: ReturnType<typeof aPlan> }>();
    const stage = {
      run: () => {
        begun.resolve();
        return result.promise;
      },
    };
    const outcome = protocol.runner.handle('plan', stage, deliveryOf(key, 'plan'), NEVER);
    await begun.promise;
    const cancellation = { key, by: 'mei', cause: 'asked twice', tell: true };
    await protocol.store.change(key.runId, (workspace) =>
      decideCancel(workspace, cancellation, protocol.clock.now(), timings),
    );
    result.resolve({ plan: aPlan('too late') });
    await expect(outcome).resolves.toEqual({ kind: 'retry', reason: 'lease-lost' });
    const again = protocol.runner.handle('plan', stage, deliveryOf(key, 'plan'), NEVER);
    await expect(again).resolves.toMatchObject({ kind: 'ack' });
    await expect(protocol.store.readArtifact(key, 'plan')).resolves.toBeUndefined();
    const workspace = await protocol.store.read(key.runId);
    expect(workspace?.versions['1']).toMatchObject({
      status: 'cancelled',
      stages: { plan: { status: 'cancelled' } },
    });
    expect(Object.keys(workspace?.outbox ?? {})).toEqual(['1.notify.0']);
    expect(protocol.publisher.stages).toEqual([]);
  });

  it('finds nobody who works on its commands that were under way', async () => {
    const key = await protocol.openRun();
    const cancellation = { key, by: 'mei', cause: 'asked twice', tell: false };
    await protocol.store.change(key.runId, (workspace) =>
      decideCancel(workspace, cancellation, protocol.clock.now(), timings),
    );
    let runs = 0;
    const stage = {
      run: () => {
        runs += 1;
        return Promise.resolve({ plan: aPlan() });
      },
    };
    await expect(
      protocol.runner.handle('plan', stage, deliveryOf(key, 'plan'), NEVER),
    ).resolves.toMatchObject({ kind: 'ack' });
    expect(runs).toBe(0);
    expect(protocol.publisher.published).not.toContainEqual(commandFor(key, 'search'));
  });
});
