import {
  SERVICE_NAMES,
  PIPELINE,
  STAGE_NAMES,
  type ServiceName,
  type StageName,
} from '@dossier/contracts';
import { TIMINGS } from '@dossier/platform';
import { eventually } from '../support/eventually.ts';
import { FaultWorker } from './crash/fault-workers.kit.ts';
import { PATIENT_TIMINGS } from './crash/patient-timings.ts';
import { FaultCloud, type Lane, type PlannedRun } from './fault-cloud.kit.ts';
import { readFaultSettings } from './fault-settings.ts';
import { attemptsWithoutCommit, brokenInvariants, type ObservedRun } from './invariants.ts';
import { startPaidServices } from './paid-services.kit.ts';
import { startProxy } from './proxy/start-proxy.ts';
import { documentsReadBy } from './proxy/wire-messages.ts';

type Services = Awaited<ReturnType<typeof startPaidServices>>;

/**
 * A stage that costs money stops once everything that it asks at once has begun: a request that is half
 * out when the freeze comes would be paid after the thaw. The others stop where they read what they need.
 */
const STOPS_AT = {
  plan: ['plan'],
  search: ['search.0', 'search.1', 'search.2', 'search.3'],
  write: ['write'],
  publish: ['1.report'],
  notify: ['1.publication'],
} as const satisfies Record<StageName, readonly string[]>;
const BOUNDED: readonly StageName[] = ['search', 'notify'];
const NIGHTLY_RUNS = 500;
/** A process for each stage costs seconds; the nightly form takes them all. */
const STAGES = readFaultSettings().runs >= NIGHTLY_RUNS ? STAGE_NAMES : BOUNDED;
const PROVIDERS = [{ provide: TIMINGS, useValue: PATIENT_TIMINGS }];

let cloud: FaultCloud;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  cloud = await FaultCloud.start();
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await cloud.close();
}, 60_000);

async function start(lane: Lane, services: readonly ServiceName[]): Promise<Services> {
  const options = { services, providers: PROVIDERS };
  const started = await startPaidServices(lane.environment, cloud.provider.url, options);
  closers.push(() => started.close());
  return started;
}

interface FrozenRun {
  readonly seen: ObservedRun;
  /** How often the frozen worker found its lease gone. */
  readonly stale: number;
}

/** A run whose `stage` is done by a worker that is frozen for longer than its lease, and by another. */
async function runWithFrozenWorker(
  stage: StageName,
): Promise<{ seen: ObservedRun; stale: number }> {
  const { service } = PIPELINE[stage];
  const lane = cloud.lane(`frozen-${stage}`);
  closers.push(() => lane.close());
  const others = await start(
    lane,
    SERVICE_NAMES.filter((name) => name !== service),
  );
  const run = cloud.nextRun();
  const victim = new FaultWorker();
  closers.push(() => victim.kill());
  const { environment, frozen, answer } = await ambush(victim, lane, run, stage);
  await victim.go({ environment, providerUrl: cloud.provider.url, services: [service] });
  await lane.ask(run, () => others.url);
  await frozen;
  await start(lane, [service]);
  answer();
  await lane.endOf(run, 90_000);
  victim.thaw();
  await eventually(
    'the frozen worker saw its lease gone',
    () => victim.staleAttemptsOf(run.key.runId) > 0,
  );
  return { seen: await lane.observe(run), stale: victim.staleAttemptsOf(run.key.runId) };
}

/** Freezes the worker as soon as it asks for what it stops at. */
async function ambush(victim: FaultWorker, lane: Lane, { question }: PlannedRun, stage: StageName) {
  const places = STOPS_AT[stage];
  const proxy = await startProxy('firestore', cloud.hosts.firestore);
  closers.push(() => proxy.close());
  const environment = { ...lane.environment, FIRESTORE_EMULATOR_HOST: proxy.address };
  if (stage !== 'publish' && stage !== 'notify') {
    const held = places.map((place) => cloud.provider.hold(question, place));
    const frozen = Promise.all(held.map(({ begun }) => begun)).then(() => victim.freeze());
    return { environment, frozen, answer: () => held.forEach((each) => each.release()) };
  }
  const frozen = new Promise<void>((resolve) => {
    proxy.plan = {
      stream: (call) => {
        const isThere = (name: string): boolean =>
          places.some((place) => name.endsWith(`/artifacts/${place}`));
        if (documentsReadBy(call).some(isThere)) {
          victim.freeze();
          resolve();
        }
        return undefined;
      },
    };
  });
  return { environment, frozen, answer: () => undefined };
}

describe('a worker that stands still for longer than its lease and wakes when another one is done', () => {
  let undisturbed: ObservedRun;
  /** All at once: each of them mostly waits. */
  const ended = new Map<StageName, PromiseSettledResult<FrozenRun>>();
  beforeAll(async () => {
    const lane = cloud.lane('undisturbed');
    closers.push(() => lane.close());
    const services = await start(lane, SERVICE_NAMES);
    const run = cloud.nextRun();
    await lane.ask(run, () => services.url);
    await lane.endOf(run);
    undisturbed = await lane.observe(run);
    await Promise.all(
      STAGES.map(async (stage) => {
        const [end] = await Promise.allSettled([runWithFrozenWorker(stage)]);
        ended.set(stage, end);
      }),
    );
  }, 300_000);

  it.each(STAGES)('in %s: what it did is thrown away, nothing is stored or sent twice', (stage) => {
    const end = ended.get(stage);
    if (end?.status !== 'fulfilled') throw new Error('the run did not end', { cause: end?.reason });
    const { seen, stale } = end.value;
    expect(stale).toBe(1);
    expect(attemptsWithoutCommit(seen.audit)).toBe(1);
    expect(brokenInvariants(seen, undisturbed, { lostAttempts: 1, callsAtOnce: 4 })).toEqual([]);
  });
});
