import { status } from '@grpc/grpc-js';
import { answerLost, refused } from '../faults/proxy/fault.ts';
import { commitFactsOf } from '../faults/proxy/wire-messages.ts';
import { aPlan, deliveryOf, NEVER, startProtocol } from './protocol.kit.ts';

it.each([
  ['claim', 1],
  ['commit', 2],
])(
  'a %s whose answer is lost counts once: one attempt, one run of the stage, one artifact',
  async (_title, lost) => {
    let commits = -1;
    const protocol = await startProtocol({
      unary: ({ method }) => {
        if (method !== 'Commit') return undefined;
        // Commit 0 opens the run, 1 claims the stage, 2 ends it.
        commits += 1;
        return commits === lost ? answerLost(status.UNAVAILABLE) : undefined;
      },
    });
    let runs = 0;
    const stage = {
      run: () => {
        runs += 1;
        return Promise.resolve({ plan: aPlan(`run ${runs}`) });
      },
    };
    const key = await protocol.openRun();
    const delivery = deliveryOf(key, 'plan');
    await expect(protocol.runner.handle('plan', stage, delivery, NEVER)).resolves.toEqual({
      kind: 'ack',
      note: 'committed',
    });
    expect(commits).toBeGreaterThanOrEqual(lost);
    expect(runs).toBe(1);
    const workspace = await protocol.store.read(key.runId);
    expect(workspace?.versions['1']?.stages.plan).toMatchObject({ status: 'done', attempts: 1 });
    await expect(protocol.store.readArtifact(key, 'plan')).resolves.toEqual(aPlan('run 1'));
    expect(protocol.publisher.stages).toEqual(['search']);
    await protocol.close();
  },
);

it('a store that refuses for contention is asked again, and the stage still runs once', async () => {
  let refusals = 0;
  const protocol = await startProtocol({
    unary: (call) => {
      const isRefused = commitFactsOf(call)?.endsTransaction === true && (refusals += 1) % 2 === 1;
      return isRefused ? refused(status.ABORTED) : undefined;
    },
  });
  let runs = 0;
  const key = await protocol.openRun();
  const outcome = await protocol.runner.handle(
    'plan',
    { run: () => Promise.resolve({ plan: aPlan(`run ${++runs}`) }) },
    deliveryOf(key, 'plan'),
    NEVER,
  );
  expect(outcome).toEqual({ kind: 'ack', note: 'committed' });
  expect(runs).toBe(1);
  expect(refusals).toBeGreaterThan(2);
  await protocol.close();
});
