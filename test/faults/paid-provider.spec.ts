import { FaultCloud, type Lane, type PlannedRun } from './fault-cloud.kit.ts';
import { brokenInvariants, type ObservedRun } from './invariants.ts';
import { startPaidServices } from './paid-services.kit.ts';

describe('a run on the paid provider', () => {
  let cloud: FaultCloud;
  let lane: Lane;
  let services: Awaited<ReturnType<typeof startPaidServices>>;
  beforeAll(async () => {
    cloud = await FaultCloud.start();
    lane = cloud.lane('paid');
    services = await startPaidServices(lane.environment, cloud.provider.url);
  });
  afterAll(async () => {
    await services.close();
    await lane.close();
    await cloud.close();
  });

  async function observedRun(prepare: (run: PlannedRun) => void = () => undefined) {
    const run = cloud.nextRun();
    prepare(run);
    await lane.ask(run, () => services.url);
    await lane.endOf(run);
    return lane.observe(run);
  }

  const statusOf = ({ workspace }: ObservedRun) => workspace?.versions['1']?.status;
  const callsOf = ({ paidCalls }: ObservedRun) => paidCalls.map(({ call }) => call).toSorted();

  it('passes every gate and pays for each call once', async () => {
    const seen = await observedRun();
    expect(statusOf(seen)).toBe('done');
    expect(callsOf(seen)).toEqual([
      'compare',
      'plan',
      'search.0',
      'search.1',
      'search.2',
      'search.3',
      'write',
    ]);
    expect(Object.keys(seen.objects).toSorted()).toEqual([
      'reports/RUN/latest/report.html',
      'reports/RUN/latest/versions.html',
      'reports/RUN/v1/report.html',
      'reports/RUN/v1/report.md',
    ]);
    expect(seen.artifacts['1.publication']?.content).toMatchObject({ pageIsStored: true });
  });

  it('is the same twice but for what is its own', async () => {
    const [seen, expected] = [await observedRun(), await observedRun()];
    const undisturbed = { lostAttempts: 0, callsAtOnce: 4 };
    expect(brokenInvariants(seen, expected, undisturbed)).toEqual([]);
  });

  it.each([
    [503, 'done', 2],
    [422, 'failed', 1],
  ])('a call answered %i is paid, and the run ends %s', async (status, end, calls) => {
    const seen = await observedRun(({ question }) => {
      cloud.provider.failNext(question, 'plan', status);
    });
    expect(statusOf(seen)).toBe(end);
    expect(seen.paidCalls.filter(({ call }) => call === 'plan')).toHaveLength(calls);
  });

  it('a held call goes on when it is released', async () => {
    const run = cloud.nextRun();
    const held = cloud.provider.hold(run.question, 'write');
    await lane.ask(run, () => services.url);
    await held.begun;
    await expect(lane.hasEnded(run)).resolves.toBe(false);
    held.release();
    await lane.endOf(run);
  });
});
