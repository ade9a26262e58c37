import { Permanent, type StageName } from '@dossier/contracts';
import { decideResume } from '@dossier/workspace';
import { aPlan, deliveryOf, NEVER, startProtocol, timings, type Protocol } from './protocol.kit.ts';

let protocol: Protocol;
beforeAll(async () => {
  protocol = await startProtocol();
});
afterAll(() => protocol.close());

const aNotice = (kind: 'failure' | 'report') => ({
  notice: {
    kind,
    retryKey: 'key',
    status: 'sent' as const,
    reason: null,
    messageIds: [],
    lineRequestId: null,
    deliveredAt: '2026-12-01T00:00:00.000Z',
  },
});

describe('a version that is resumed after its user was told that it failed', () => {
  it('runs from the failed stage, and keeps a notice of each end', async () => {
    const { store, runner, clock, publisher } = protocol;
    const key = await protocol.openRun();
    const notify = (kind: 'failure' | 'report', step: number) =>
      runner.handle(
        'notify',
        { run: () => Promise.resolve(aNotice(kind)) },
        deliveryOf(key, 'notify', step),
        NEVER,
      );
    const broken = { run: () => Promise.reject(new Permanent('no-key')) };
    await runner.handle('plan', broken, deliveryOf(key, 'plan'), NEVER);
    await notify('failure', 0);

    const wish = { key, token: 'retry-1', by: 'operator', cause: 'retry' };
    const resumed = await store.change(key.runId, (workspace) =>
      decideResume(workspace, wish, clock.now(), timings),
    );
    expect(resumed).toMatchObject({ kind: 'resumed', command: { stage: 'plan' } });
    const working = { run: () => Promise.resolve({ plan: aPlan() }) };
    const outcome = await runner.handle('plan', working, deliveryOf(key, 'plan'), NEVER);
    expect(outcome).toEqual({ kind: 'ack', note: 'committed' });
    expect(publisher.stages.at(-1)).toBe<StageName>('search');

    const found = { run: () => Promise.reject(new Permanent('no-evidence')) };
    await runner.handle('search', found, deliveryOf(key, 'search'), NEVER);
    await expect(notify('report', 1)).resolves.toMatchObject({ kind: 'ack' });
    await expect(store.readArtifact(key, 'notice')).resolves.toMatchObject({ kind: 'failure' });
    await expect(store.readArtifact(key, 'notice.1')).resolves.toMatchObject({ kind: 'report' });
    const workspace = await store.read(key.runId);
    expect(workspace?.outbox).toEqual({});
    expect(workspace?.wakeAt).toBeUndefined();
  });
});
