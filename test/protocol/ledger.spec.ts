import {
  NeedsHuman,
  NO_USAGE,
  Retryable,
  type PlannedCall,
  type RunKey,
  type Usage,
} from '@dossier/contracts';
import {
  CallRecords,
  DailySpending,
  decideCancel,
  decideResume,
  type Stage,
  type StageJob,
} from '@dossier/workspace';
import { eventually } from '../support/eventually.ts';
import { aPlan, deliveryOf, NEVER, startProtocol, timings, type Protocol } from './protocol.kit.ts';

let protocol: Protocol;
beforeAll(async () => {
  protocol = await startProtocol();
});
afterAll(() => protocol.close());

const call = (most: Partial<Usage>, step = 'plan'): PlannedCall => ({
  ...{ step, tier: 'plan', model: 'a-model', prices: '2026-12-01', most },
});

type PlanJob = StageJob<'plan'>;
const planning = (work: (job: PlanJob) => Promise<void>): Stage<'plan'> => ({
  run: async (job) => {
    await work(job);
    return { plan: aPlan() };
  },
});

const handle = (key: RunKey, work: (job: PlanJob) => Promise<void>, runner = protocol.runner) =>
  runner.handle('plan', planning(work), deliveryOf(key, 'plan'), NEVER);

async function usageOf({ runId, version }: RunKey): Promise<Usage | undefined> {
  return (await protocol.store.read(runId))?.versions[String(version)]?.usage;
}

const records = (): CallRecords => new CallRecords(protocol.firestore, protocol.clock);

/** The work of an attempt whose worker dies in the middle: it never ends, and its lease runs out. */
async function dieWhile(key: RunKey, work: (job: PlanJob) => Promise<void>): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const dead = new AbortController();
  void protocol.runner.handle(
    'plan',
    planning(async (job) => {
      await work(job);
      reached.resolve();
      await new Promise(() => undefined);
    }),
    deliveryOf(key, 'plan'),
    dead.signal,
  );
  await reached.promise;
}

describe('the ledger of requests to models', () => {
  it('holds each request before it is made, and what it did cost after', async () => {
    const key = await protocol.openRun();
    await handle(key, async ({ ledger }) => {
      const open = await ledger.reserve(call({ costMicroUsd: 900 }));
      expect(await records().read(key.runId)).toMatchObject([
        { step: 'plan', stage: 'plan', usage: { modelCalls: 1, costMicroUsd: 900 } },
      ]);
      await open.settle({ costMicroUsd: 70, inputTokens: 10 }, 'ok');
    });
    const [entry] = await records().read(key.runId);
    expect(entry).toMatchObject({ outcome: 'ok', usage: { costMicroUsd: 70, inputTokens: 10 } });
    expect(entry?.settledAt).toBeDefined();
    const usage = { ...NO_USAGE, modelCalls: 1, costMicroUsd: 70, inputTokens: 10 };
    expect(await usageOf(key)).toEqual(usage);
  });

  it('books what a dead worker had spent and had under way, once, with the next attempt', async () => {
    const key = await protocol.openRun();
    await dieWhile(key, async ({ ledger }) => {
      await (await ledger.reserve(call({ costMicroUsd: 500 }))).settle({ costMicroUsd: 30 }, 'ok');
      await ledger.reserve(call({ costMicroUsd: 400 }));
    });
    expect(await usageOf(key)).toEqual(NO_USAGE);
    const later = protocol.runnerAt(2 * timings.stages.plan.leaseTtlMs);
    const again = async ({ ledger }: PlanJob): Promise<void> => {
      await (await ledger.reserve(call({ costMicroUsd: 500 }))).settle({ costMicroUsd: 7 }, 'ok');
    };
    await expect(handle(key, again, later)).resolves.toMatchObject({ note: 'committed' });
    expect(await usageOf(key)).toMatchObject({ modelCalls: 3, costMicroUsd: 437 });
  });

  it('books an attempt that failed once, however many follow', async () => {
    const key = await protocol.openRun();
    const failing = async ({ ledger }: PlanJob): Promise<void> => {
      await (await ledger.reserve(call({ costMicroUsd: 50 }))).settle({ costMicroUsd: 5 }, 'ok');
      throw new Retryable('model-overloaded');
    };
    await handle(key, failing);
    await handle(key, failing);
    await handle(key, () => Promise.resolve());
    expect(await usageOf(key)).toMatchObject({ modelCalls: 2, costMicroUsd: 10 });
  });

  it('books what the last attempt never got to when an operator takes the version up again', async () => {
    const key = await protocol.openRun();
    const { maxDeliveryAttempts, leaseTtlMs } = timings.stages.plan;
    const failing = () => Promise.reject(new Retryable('model-overloaded'));
    for (let each = 1; each < maxDeliveryAttempts; each += 1) await handle(key, failing);
    await dieWhile(
      key,
      async ({ ledger }) => void (await ledger.reserve(call({ costMicroUsd: 400 }))),
    );
    const later = protocol.runnerAt(2 * leaseTtlMs);
    await expect(handle(key, failing, later)).resolves.toMatchObject({
      reason: 'attempts-exhausted',
    });
    const wish = { key, token: 'retry-1', by: 'mei', cause: 'retry' };
    await protocol.store.change(key.runId, (workspace) =>
      decideResume(workspace, wish, protocol.clock.now(), timings),
    );
    await expect(handle(key, () => Promise.resolve())).resolves.toMatchObject({
      note: 'committed',
    });
    expect(await usageOf(key)).toMatchObject({ modelCalls: 1, costMicroUsd: 400 });
  });

  it('lets a dead worker’s spending count against the limit of the version', async () => {
    const key = await protocol.openRun();
    await dieWhile(key, async ({ ledger }) => {
      for (let each = 0; each < 9; each += 1) await ledger.reserve(call({}));
    });
    const later = protocol.runnerAt(2 * timings.stages.plan.leaseTtlMs);
    const ten = async ({ ledger }: PlanJob): Promise<void> => {
      await ledger.reserve(call({}));
      await ledger.reserve(call({}));
    };
    await expect(handle(key, ten, later)).resolves.toMatchObject({ note: 'over-budget' });
    expect(await usageOf(key)).toMatchObject({ modelCalls: 10 });
  });
});

describe('steps', () => {
  it('are there for the next attempt of the version, and the first that was saved wins', async () => {
    const key = await protocol.openRun();
    await handle(key, async ({ steps }) => {
      expect(await steps.read('plan.draft')).toBeUndefined();
      await steps.save('plan.draft', { groups: [['a', 'b']] });
      throw new Retryable('later');
    });
    let seen: unknown[] = [];
    await handle(key, async ({ steps }) => {
      seen = [await steps.read('plan.draft'), await steps.save('plan.draft', 'mine')];
    });
    expect(seen).toEqual([{ groups: [['a', 'b']] }, { groups: [['a', 'b']] }]);
  });

  it.each(['', '../evidence', 'A', 'a/b', 'x'.repeat(101)])(
    'refuse the name "%s"',
    async (name) => {
      const key = await protocol.openRun();
      const end = handle(key, async ({ steps }) => void (await steps.save(name, 1)));
      await expect(end).resolves.toMatchObject({ kind: 'retry', reason: 'Error' });
    },
  );
});

describe('progress', () => {
  it('is in the workspace soon, and gone when the stage is done', async () => {
    const key = await protocol.openRun();
    const gate = Promise.withResolvers<void>();
    const others = protocol.clock.sleeping;
    const running = handle(key, async ({ progress }) => {
      progress({ done: 1, total: 6, sources: 3 });
      progress({ done: 2, total: 6, sources: 5 });
      await gate.promise;
    });
    await eventually('the heartbeat waits', () => protocol.clock.sleeping >= others + 2);
    protocol.clock.advance(timings.global.progressEveryMs);
    const stateOf = async () => (await protocol.store.read(key.runId))?.versions['1']?.stages.plan;
    await eventually('progress', async () => (await stateOf())?.progress !== undefined);
    expect((await stateOf())?.progress).toEqual({ done: 2, total: 6, sources: 5 });
    gate.resolve();
    await running;
    expect((await stateOf())?.progress).toBeUndefined();
  });
});

describe('what a person spends in a day', () => {
  it('is the sum of the versions begun on that day, whoever else asks', async () => {
    const spending = new DailySpending(protocol.firestore, protocol.clock);
    const requester = { conversationId: 'user:U1', to: 'U1' };
    const before = await spending.today(requester);
    for (const cost of [30, 12]) {
      await handle(await protocol.openRun(), async ({ ledger }) => {
        const open = await ledger.reserve(call({ costMicroUsd: 50 }));
        await open.settle({ costMicroUsd: cost }, 'ok');
      });
    }
    expect((await spending.today(requester)) - before).toBe(42);
    // A document that is no workspace must not keep a person from everything.
    await protocol.firestore.doc('workspaces/spoiled').set({ requester, createdAt: 'some day' });
    expect((await spending.today(requester)) - before).toBe(42);
    await protocol.firestore.doc('workspaces/spoiled').delete();
    expect(await spending.today({ ...requester, userId: 'U1' })).toBe(0);
    expect(await spending.today({ conversationId: 'user:U2', to: 'U2' })).toBe(0);
    const tomorrow = {
      ...protocol.clock,
      now: () => new Date(protocol.clock.now().getTime() + 864e5),
    };
    const later = new DailySpending(protocol.firestore, {
      ...tomorrow,
      sleep: () => Promise.resolve(),
    });
    expect(await later.today(requester)).toBe(0);
  });

  it('holds what a version cost that was given up while a worker was at work on it', async () => {
    const spending = new DailySpending(protocol.firestore, protocol.clock);
    const requester = { conversationId: 'user:U1', to: 'U1' };
    const before = await spending.today(requester);
    const key = await protocol.openRun();
    await dieWhile(key, async ({ ledger }) => {
      await (await ledger.reserve(call({ costMicroUsd: 50 }))).settle({ costMicroUsd: 30 }, 'ok');
      await ledger.reserve(call({ costMicroUsd: 400 }));
    });
    const cancellation = { key, by: 'mei', cause: 'asked twice', tell: false };
    await protocol.store.change(key.runId, (workspace) =>
      decideCancel(workspace, cancellation, protocol.clock.now(), timings),
    );
    expect(await usageOf(key)).toEqual(NO_USAGE);
    expect((await spending.today(requester)) - before).toBe(430);
    expect((await spending.today(requester, key)) - before).toBe(0);
  });
});

it('a refusal says in the workspace what was wanted and what is allowed', async () => {
  const key = await protocol.openRun();
  await handle(key, () => {
    throw new NeedsHuman('over-budget', { kind: 'costMicroUsd', limit: 5, wanted: 6 });
  });
  const stage = (await protocol.store.read(key.runId))?.versions['1']?.stages.plan;
  expect(JSON.parse(stage?.lastError?.details ?? '{}')).toEqual({
    ...{ kind: 'costMicroUsd', limit: 5, wanted: 6 },
  });
});
