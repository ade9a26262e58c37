import { NeedsHuman, Permanent, Retryable, runIdOf, type RunKey } from '@dossier/contracts';
import type { Stage } from '@dossier/workspace';
import { eventually } from '../support/eventually.ts';
import { aPlan, deliveryOf, NEVER, startProtocol, timings, type Protocol } from './protocol.kit.ts';

let protocol: Protocol;
beforeAll(async () => {
  protocol = await startProtocol();
});
afterAll(() => protocol.close());
beforeEach(() => {
  protocol.publisher.published.length = 0;
  protocol.events.length = 0;
});

const planOf = (plan: () => Promise<ReturnType<typeof aPlan>>): Stage<'plan'> => ({
  run: async () => ({ plan: await plan() }),
});
const handle = (key: RunKey, stage: Stage<'plan'>, shutdown = NEVER) =>
  protocol.runner.handle('plan', stage, deliveryOf(key, 'plan'), shutdown);
const stateOf = async ({ runId }: RunKey) => (await protocol.store.read(runId))?.versions['1'];
const never = (): Promise<never> => Promise.reject(new Error('must not run'));
const eventsOf = async ({ runId }: RunKey) =>
  (await protocol.store.readAudit(runId)).map(({ event }) => event);

describe('a stage that succeeds', () => {
  it('commits its artifact, asks for the next stage and acks', async () => {
    const key = await protocol.openRun();
    await expect(
      handle(
        key,
        planOf(() => Promise.resolve(aPlan())),
      ),
    ).resolves.toMatchObject({ kind: 'ack' });
    await expect(protocol.store.readArtifact(key, 'plan')).resolves.toEqual(aPlan());
    expect(protocol.publisher.stages).toEqual(['search']);
    expect((await stateOf(key))?.stages.plan?.status).toBe('done');
    await expect(eventsOf(key)).resolves.toEqual(['run.opened', 'plan.claimed', 'plan.committed']);
  });

  it('is worked on once when its command is delivered twice, one after the other', async () => {
    const key = await protocol.openRun();
    let runs = 0;
    const stage = planOf(() => Promise.resolve(aPlan(`run ${++runs}`)));
    await handle(key, stage);
    await expect(handle(key, stage)).resolves.toEqual({ kind: 'ack', note: 'settled-before' });
    expect(runs).toBe(1);
    expect(protocol.publisher.stages).toEqual(['search', 'search']);
  });

  it('is worked on once when its command is delivered twice at the same time', async () => {
    const key = await protocol.openRun();
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    const stage = planOf(async () => {
      runs += 1;
      await gate.promise;
      return aPlan();
    });
    const first = handle(key, stage);
    await eventually('the first delivery works', () => runs === 1);
    const second = handle(key, stage);
    // The heartbeat and the time budget of the first, and the patience of the second.
    await eventually('the second delivery waits', () => protocol.clock.sleeping >= 3);
    gate.resolve();
    await expect(first).resolves.toEqual({ kind: 'ack', note: 'committed' });
    protocol.clock.advance(timings.stages.plan.leaseRenewMs);
    await expect(second).resolves.toEqual({ kind: 'ack', note: 'settled-before' });
    expect(runs).toBe(1);
  });

  it('loses no work when publishing fails after the commit', async () => {
    const key = await protocol.openRun();
    let runs = 0;
    const stage = planOf(() => Promise.resolve(aPlan(`run ${++runs}`)));
    protocol.publisher.failures = 1;
    await expect(handle(key, stage)).resolves.toMatchObject({
      kind: 'retry',
      reason: 'publish-failed',
    });
    expect(protocol.publisher.stages).toEqual([]);
    await expect(handle(key, stage)).resolves.toMatchObject({ kind: 'ack' });
    expect(protocol.publisher.stages).toEqual(['search']);
    expect(runs).toBe(1);
  });
});

describe('a delivery that finds a living lease', () => {
  it('is acked in the end, since the lease has its own timer: no attempt is spent', async () => {
    const key = await protocol.openRun();
    const gate = Promise.withResolvers<ReturnType<typeof aPlan>>();
    const holder = handle(
      key,
      planOf(() => gate.promise),
    );
    await eventually('a lease', async () => (await stateOf(key))?.stages.plan?.lease);
    const twin = protocol
      .impatientRunner()
      .handle('plan', planOf(never), deliveryOf(key, 'plan'), NEVER);
    await expect(twin).resolves.toEqual({ kind: 'ack', note: 'leased-elsewhere' });
    expect((await protocol.store.read(key.runId))?.wakeAt).toBeDefined();
    gate.resolve(aPlan());
    await expect(holder).resolves.toEqual({ kind: 'ack', note: 'committed' });
    expect((await stateOf(key))?.stages.plan?.attempts).toBe(1);
  });
});

describe('the four kinds of failure', () => {
  it('Retryable gives the stage back and asks for another delivery', async () => {
    const key = await protocol.openRun();
    const busy = planOf(() => Promise.reject(new Retryable('provider-busy')));
    await expect(handle(key, busy)).resolves.toEqual({ kind: 'retry', reason: 'provider-busy' });
    expect((await stateOf(key))?.stages.plan).toMatchObject({
      status: 'waiting',
      lastError: { kind: 'Retryable', reason: 'provider-busy' },
    });
    await expect(
      handle(
        key,
        planOf(() => Promise.resolve(aPlan())),
      ),
    ).resolves.toMatchObject({ kind: 'ack' });
    expect((await stateOf(key))?.stages.plan?.attempts).toBe(2);
  });

  it('Permanent ends the version, has the user told, and is not retried', async () => {
    const key = await protocol.openRun();
    const empty = planOf(() => Promise.reject(new Permanent('corpus-empty')));
    await expect(handle(key, empty)).resolves.toEqual({ kind: 'ack', note: 'corpus-empty' });
    await expect(stateOf(key)).resolves.toMatchObject({
      status: 'no_evidence',
      failure: { stage: 'plan', reason: 'corpus-empty' },
    });
    expect(protocol.publisher.stages).toEqual(['notify']);
  });

  it('NeedsHuman saves the state and frees the process', async () => {
    const key = await protocol.openRun();
    const unsure = planOf(() => Promise.reject(new NeedsHuman('over-budget', { limit: 8 })));
    await expect(handle(key, unsure)).resolves.toEqual({ kind: 'ack', note: 'over-budget' });
    expect((await stateOf(key))?.stages.plan).toMatchObject({
      status: 'needs_human',
      lastError: { kind: 'NeedsHuman', details: '{"limit":8}' },
    });
    expect(protocol.publisher.stages).toEqual([]);
    await expect(
      handle(
        key,
        planOf(() => Promise.resolve(aPlan())),
      ),
    ).resolves.toEqual({
      kind: 'ack',
      note: 'superseded',
    });
  });

  it('a bug is retried and its stack is reported', async () => {
    const key = await protocol.openRun();
    const bug = new TypeError('undefined is not a plan');
    await expect(
      handle(
        key,
        planOf(() => Promise.reject(bug)),
      ),
    ).resolves.toEqual({
      kind: 'retry',
      reason: 'TypeError',
    });
    const released = protocol.events.find(({ event }) => event === 'released');
    expect(released?.error).toBe(bug);
  });

  it('ends in the dead letters after the last attempt, and the user is told', async () => {
    const key = await protocol.openRun();
    const bug = planOf(() => Promise.reject(new TypeError('always')));
    for (let n = 1; n < timings.stages.plan.maxDeliveryAttempts; n += 1) {
      await expect(handle(key, bug)).resolves.toMatchObject({ kind: 'retry' });
    }
    const last = await handle(key, bug);
    expect(last).toMatchObject({ kind: 'dead-letter', reason: 'TypeError' });
    expect(last.kind === 'dead-letter' && last.detail).toMatch(/^TypeError\n {4}at /);
    expect(JSON.stringify(last)).not.toContain('always');
    expect((await stateOf(key))?.status).toBe('failed');
    expect(protocol.publisher.stages).toEqual(['notify']);
    // The delivery comes again when its dead letter could not be published: it must not be acked away.
    await expect(handle(key, bug)).resolves.toEqual({ kind: 'dead-letter', reason: 'TypeError' });
    expect(Object.keys((await protocol.store.read(key.runId))?.outbox ?? {})).toEqual([
      '1.notify.0',
    ]);
  });
});

describe('a lease', () => {
  it('that was taken over makes the paused worker throw its result away', async () => {
    const key = await protocol.openRun();
    const gate = Promise.withResolvers<void>();
    const theft = Promise.withResolvers<ReturnType<typeof aPlan>>();
    let started = false;
    const paused = handle(key, {
      run: async () => {
        started = true;
        await gate.promise;
        return { plan: aPlan('paused worker') };
      },
    });
    await eventually('the paused worker has started', () => started);
    // Another machine's clock is past the lease; the paused process did not notice the time go by.
    const elsewhere = protocol.runnerAt(timings.stages.plan.leaseTtlMs);
    const thief = elsewhere.handle(
      'plan',
      planOf(() => theft.promise),
      deliveryOf(key, 'plan'),
      NEVER,
    );
    await eventually('the lease is taken over', async () => {
      return (await stateOf(key))?.stages.plan?.attempts === 2;
    });
    gate.resolve();
    await expect(paused).resolves.toEqual({ kind: 'retry', reason: 'lease-lost' });
    await expect(protocol.store.readArtifact(key, 'plan')).resolves.toBeUndefined();
    theft.resolve(aPlan('new holder'));
    await expect(thief).resolves.toEqual({ kind: 'ack', note: 'committed' });
    await expect(protocol.store.readArtifact(key, 'plan')).resolves.toEqual(aPlan('new holder'));
  });

  it('is renewed while the stage runs', async () => {
    const key = await protocol.openRun();
    const gate = Promise.withResolvers<void>();
    const running = handle(
      key,
      planOf(async () => {
        await gate.promise;
        return aPlan();
      }),
    );
    const first = await eventually(
      'a lease',
      async () => (await stateOf(key))?.stages.plan?.lease?.until,
    );
    await eventually('the heartbeat waits', () => protocol.clock.sleeping >= 2);
    protocol.clock.advance(timings.stages.plan.leaseRenewMs);
    await eventually('a renewed lease', async () => {
      const until = (await stateOf(key))?.stages.plan?.lease?.until;
      return until !== undefined && until > first;
    });
    gate.resolve();
    await expect(running).resolves.toMatchObject({ kind: 'ack' });
  });

  it('ends with the time budget, even if the stage ignores its signal', async () => {
    const key = await protocol.openRun();
    const stuck = handle(
      key,
      planOf(() => new Promise(() => undefined)),
    );
    await eventually('the stage runs', () => protocol.clock.sleeping >= 2);
    // In steps, so that the heartbeat keeps the lease meanwhile.
    const { budgetMs, leaseRenewMs, leaseTtlMs } = timings.stages.plan;
    for (let passed = leaseRenewMs; passed < budgetMs; passed += leaseRenewMs) {
      protocol.clock.advance(leaseRenewMs);
      const until = new Date(protocol.clock.now().getTime() + leaseTtlMs).toISOString();
      await eventually(
        'a renewed lease',
        async () => (await stateOf(key))?.stages.plan?.lease?.until === until,
      );
      await eventually('the next heartbeat', () => protocol.clock.sleeping >= 2);
    }
    protocol.clock.advance(leaseRenewMs);
    await expect(stuck).resolves.toEqual({ kind: 'retry', reason: 'stage-timeout' });
  });

  it('is given back when the process stops', async () => {
    const key = await protocol.openRun();
    const shutdown = new AbortController();
    const running = handle(
      key,
      planOf(() => new Promise(() => undefined)),
      shutdown.signal,
    );
    await eventually('a lease', async () => (await stateOf(key))?.stages.plan?.lease);
    shutdown.abort();
    await expect(running).resolves.toEqual({ kind: 'retry', reason: 'process-stopped' });
    expect((await stateOf(key))?.stages.plan?.status).toBe('waiting');
  });
});

describe('what is written', () => {
  it('never replaces an artifact: the first writer of a checkpoint wins', async () => {
    const key = await protocol.openRun();
    const first = { groupId: 'g1', sources: [] };
    await protocol.store.createArtifact(key, 'search.0', first);
    const kept = await protocol.store.createArtifact(key, 'search.0', {
      groupId: 'late twin',
      sources: [],
    });
    expect(kept).toEqual(first);
  });

  it('is refused before Firestore would refuse it, and the run says why', async () => {
    const key = await protocol.openRun();
    const huge = planOf(() => Promise.resolve(aPlan('報'.repeat(400_000))));
    await expect(handle(key, huge)).resolves.toEqual({ kind: 'ack', note: 'document-too-large' });
    expect((await stateOf(key))?.failure?.reason).toBe('document-too-large');
  });

  it('is refused when somebody changed an artifact behind our back', async () => {
    const key = await protocol.openRun();
    await protocol.store.createArtifact(key, 'search.0', { groupId: 'g1', sources: [] });
    await protocol.firestore
      .doc(`workspaces/${key.runId}/artifacts/1.search.0`)
      .update({ content: '{"groupId":"forged","sources":[]}' });
    await expect(protocol.store.readArtifact(key, 'search.0')).rejects.toThrow('hash');
  });
});

describe('a command', () => {
  it.each([
    ['that is no JSON', 'malformed', Buffer.from('{')],
    ['with content in it', 'malformed', Buffer.from('{"question":"?"}')],
  ])('%s goes to the dead letters at once', async (_title, reason, body) => {
    const delivery = { body, attributes: {}, messageId: '1', attempt: 1 };
    const stage = planOf(() => Promise.resolve(aPlan()));
    const outcome = await protocol.runner.handle('plan', stage, delivery, NEVER);
    expect(outcome).toMatchObject({ kind: 'dead-letter', reason });
  });

  it('for another stage, an unknown run or a stage before its turn goes there too', async () => {
    const key = await protocol.openRun();
    const stage = planOf(() => Promise.resolve(aPlan()));
    const wrong = await protocol.runner.handle('plan', stage, deliveryOf(key, 'write'), NEVER);
    expect(wrong).toMatchObject({ kind: 'dead-letter', reason: 'wrong-topic' });
    const nobody = { runId: runIdOf('nobody'), version: 1 };
    await expect(handle(nobody, stage)).resolves.toMatchObject({ reason: 'unknown-run' });
    const early = await protocol.runner.handle(
      'write',
      { run: () => Promise.reject(new Error('must not run')) },
      deliveryOf(key, 'write'),
      NEVER,
    );
    expect(early).toEqual({ kind: 'dead-letter', reason: 'stage-not-due' });
  });
});
