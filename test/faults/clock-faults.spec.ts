import type { Provider } from '@nestjs/common';
import { status } from '@grpc/grpc-js';
import { TIMING_PROFILES, type Clock, type StageTiming, type Timings } from '@dossier/contracts';
import { CLOCK, systemClock, TIMINGS } from '@dossier/platform';
import { eventually } from '../support/eventually.ts';
import { FaultCloud } from './fault-cloud.kit.ts';
import { attemptsWithoutCommit, brokenInvariants, type ObservedRun } from './invariants.ts';
import { answeredLate, refused, repeated, type FaultPlan, type UnaryFault } from './proxy/fault.ts';
import { ProxiedServices } from './proxy/proxied-services.kit.ts';
import { commitFactsOf } from './proxy/wire-messages.ts';

const LEASE = { leaseTtlMs: 8_000, leaseRenewMs: 1_000 } satisfies Partial<StageTiming>;
const { global, stages } = TIMING_PROFILES.test;
const timings: Timings = {
  global,
  stages: {
    plan: { ...stages.plan, ...LEASE },
    search: { ...stages.search, ...LEASE },
    write: { ...stages.write, ...LEASE },
    publish: { ...stages.publish, ...LEASE },
    notify: { ...stages.notify, ...LEASE },
  },
};
const TIMED: Provider = { provide: TIMINGS, useValue: timings };

let cloud: FaultCloud;
let undisturbed: ObservedRun;
const workers: ProxiedServices[] = [];
async function start(
  project: string,
  options: Parameters<typeof ProxiedServices.start>[2] = {},
): Promise<ProxiedServices> {
  const providers = [TIMED, ...(options.providers ?? [])];
  const started = await ProxiedServices.start(cloud, project, { ...options, providers });
  workers.push(started);
  return started;
}

beforeAll(async () => {
  cloud = await FaultCloud.start();
  undisturbed = await (await start('undisturbed')).undisturbedRun();
}, 180_000);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await cloud.close();
}, 60_000);

describe('a lease that runs out in the middle of a stage', () => {
  /** A renewal writes the workspace and nothing else. */
  const onRenewals = (fault: UnaryFault): FaultPlan => ({
    unary: (call) => {
      const documents = commitFactsOf(call)?.documents ?? [];
      return documents.length === 1 && documents[0]?.includes('/workspaces/') ? fault : undefined;
    },
  });

  it.each([
    ['refused', refused(status.ABORTED)],
    ['answered when the lease is over', answeredLate(LEASE.leaseTtlMs + 1_000)],
  ])(
    'since its renewals are %s: another attempt takes it over, and the first one’s work is thrown away',
    async (title, fault) => {
      const project = `renewals-${title.slice(0, 7)}`;
      const first = await start(project);
      const run = cloud.nextRun();
      const held = cloud.provider.hold(run.question, 'write');
      await first.ask([run]);
      await held.begun;
      first.firestore.plan = onRenewals(fault);
      const second = await start(project, { services: ['writer'] });
      const calls = () =>
        cloud.provider.callsOf(run.question).filter(({ call }) => call === 'write');
      await eventually('another attempt is at it', () => calls().length === 2, {
        withinMs: 60_000,
      });
      held.release();
      await second.quiet([run]);
      await first.quiet([run]);
      const lost = first.events.filter(({ event }) => event === 'stale');
      expect(lost).toMatchObject([{ stage: 'write', attempt: 1, reason: 'lease-lost' }]);
      const again = [...first.events, ...second.events].filter(
        ({ stage, attempt }) => stage === 'write' && attempt > 1,
      );
      expect(again.map(({ event }) => event)).toEqual(['claimed', 'committed']);
      const seen = await first.lane.observe(run);
      const disturbance = { lostAttempts: 1, callsAtOnce: 1 };
      expect(brokenInvariants(seen, undisturbed, disturbance)).toEqual([]);
    },
    120_000,
  );
});

it('a push that LINE accepts, but answers when nobody listens any more, is not sent again', async () => {
  const services = await start('line');
  const run = cloud.nextRun();
  cloud.line.fault({ path: '/v2/bot/message/push', when: 'after', delayMs: 3_000 });
  await services.ask([run]);
  await services.quiet([run]);
  expect(services.events).toContainEqual(
    expect.objectContaining({ event: 'released', stage: 'notify', reason: 'line-timeout' }),
  );
  const seen = await services.lane.observe(run);
  expect(seen.pushes).toHaveLength(1);
  expect(brokenInvariants(seen, undisturbed, { lostAttempts: 1, callsAtOnce: 0 })).toEqual([]);
}, 120_000);

/**
 * What the protocol claims. A lease is renewed every `leaseRenewMs` and lives for `leaseTtlMs`, so a
 * healthy one always has the difference left, less the time that a renewal takes. As long as no clock is
 * further ahead of another than that (90 s on Google Cloud), no healthy worker loses its lease. Further
 * ahead it does: two workers do the same until one commits, which costs calls, and still nothing is
 * doubled, since a commit is judged by its token and not by the time.
 */
describe('three workers whose clocks disagree', () => {
  const clockAhead = (ms: number): Provider => {
    const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + ms) };
    return { provide: CLOCK, useValue: clock };
  };
  const copies: FaultPlan = {
    unary: ({ method }) => (method === 'Publish' ? repeated([0, 100, 500]) : undefined),
  };

  /** Every command comes four times, to one worker or another, and every report takes long to write. */
  async function runsOn(project: string, aheadMs: number): Promise<ObservedRun[]> {
    const team = [
      await start(project),
      await start(project, { providers: [clockAhead(aheadMs)] }),
      await start(project, { providers: [clockAhead(-aheadMs)] }),
    ];
    for (const worker of team) worker.pubsub.plan = copies;
    const [first] = team;
    if (first === undefined) throw new Error('nobody works');
    const runs = Array.from({ length: 3 }, () => cloud.nextRun());
    const holds = runs.map(({ question }) => cloud.provider.hold(question, 'write'));
    await first.ask(runs);
    await Promise.all(holds.map(({ begun }) => begun));
    // A lease that nobody renewed would be over for the clock ahead by now.
    await systemClock.sleep(LEASE.leaseTtlMs);
    for (const hold of holds) hold.release();
    for (const worker of team) await worker.quiet(runs);
    return Promise.all(
      runs.map(async (run) => onTheClockBehind(await first.lane.observe(run), aheadMs)),
    );
  }

  /** A worker whose clock is behind stamps artifacts too early. */
  function onTheClockBehind(run: ObservedRun, behindMs: number): ObservedRun {
    const artifacts = Object.entries(run.artifacts).map(
      ([id, artifact]) => [id, { ...artifact, createdAt: artifact.createdAt + behindMs }] as const,
    );
    return { ...run, artifacts: Object.fromEntries(artifacts) };
  }

  it('by less than what is left of every healthy lease: no attempt is lost', async () => {
    const seen = await runsOn('little', 2_500);
    for (const run of seen) {
      expect(attemptsWithoutCommit(run.audit)).toBe(0);
      const disturbance = { lostAttempts: 0, callsAtOnce: 0 };
      expect(brokenInvariants(run, undisturbed, disturbance)).toEqual([]);
    }
  }, 120_000);

  it('by more than a lease lives: attempts are lost, and nothing is doubled', async () => {
    const seen = await runsOn('much', 3 * LEASE.leaseTtlMs);
    const lost = seen.map(({ audit }) => attemptsWithoutCommit(audit));
    expect(Math.max(...lost)).toBeGreaterThan(0);
    for (const [index, run] of seen.entries()) {
      // Whoever lost its lease to a wrong clock does not know, and goes through all calls of its stage.
      const disturbance = { lostAttempts: lost[index] ?? 0, callsAtOnce: 5 };
      const paidCalls = run.paidCalls.map((call) => ({ ...call, stale: true }));
      expect(brokenInvariants({ ...run, paidCalls }, undisturbed, disturbance)).toEqual([]);
    }
  }, 120_000);
});
