import type { Firestore } from '@google-cloud/firestore';
import { aPlan, deliveryOf, NEVER, startProtocol, timings, type Protocol } from './protocol.kit.ts';

let protocol: Protocol;
beforeAll(async () => {
  protocol = await startProtocol();
});
afterAll(() => protocol.close());

/** The answer to the next transaction takes so long. */
function answerLate(firestore: Firestore, ms: number): void {
  const inTime = firestore.runTransaction.bind(firestore);
  firestore.runTransaction = async (work, options) => {
    firestore.runTransaction = inTime;
    const result = await inTime(work, options);
    protocol.clock.advance(ms);
    return result;
  };
}

describe('a claim whose answer comes when its lease is over', () => {
  const { leaseTtlMs } = timings.stages.plan;

  it('pays for nothing: somebody else may have the stage, and may have finished it', async () => {
    const key = await protocol.openRun();
    const paid: string[] = [];
    const stage = {
      run: () => {
        paid.push('plan');
        return Promise.resolve({ plan: aPlan() });
      },
    };
    const handle = () => protocol.runner.handle('plan', stage, deliveryOf(key, 'plan'), NEVER);
    answerLate(protocol.firestore, leaseTtlMs);
    await expect(handle()).resolves.toEqual({ kind: 'retry', reason: 'lease-lost' });
    expect(paid).toEqual([]);
    await expect(handle()).resolves.toEqual({ kind: 'ack', note: 'committed' });
    expect(paid).toEqual(['plan']);
  });

  it('goes on when the lease still runs', async () => {
    const key = await protocol.openRun();
    answerLate(protocol.firestore, leaseTtlMs - 1);
    const stage = { run: () => Promise.resolve({ plan: aPlan() }) };
    const outcome = protocol.runner.handle('plan', stage, deliveryOf(key, 'plan'), NEVER);
    await expect(outcome).resolves.toEqual({ kind: 'ack', note: 'committed' });
  });
});
