import { setTimeout as wait } from 'node:timers/promises';
import { SERVICE_NAMES } from '@dossier/contracts';
import { eventually } from '../support/eventually.ts';
import { readCrashSettings } from './crash/crash-settings.ts';
import { StandbyWorkers } from './crash/fault-workers.kit.ts';
import { ServiceFleet } from './crash/service-fleet.kit.ts';
import { FaultCloud, type Lane, type PlannedRun } from './fault-cloud.kit.ts';
import { attemptsWithoutCommit, brokenInvariants, type ObservedRun } from './invariants.ts';
import type { HeldCalls } from './paid-provider.ts';
import { between, SeededChoices } from './proxy/seeded-choices.ts';

const PROJECT = 'six-processes';
/** Long enough for a kill to hit a call now and then. */
const PROVIDER_LATENCY_MS = 150;
const PAUSE_BETWEEN_KILLS_MS = { least: 300, most: 1_500 };
const SEARCHES_AT_ONCE = 4;

const { seed, fleet: wanted } = readCrashSettings();
const END_WITHIN_MS = 300_000;
const TIMEOUT_MS = wanted.ms + 3 * END_WITHIN_MS;

describe(`six processes under kill -9 (FAULT_SEED=${seed})`, () => {
  let cloud: FaultCloud;
  let lane: Lane;
  let standby: StandbyWorkers;
  let fleet: ServiceFleet;
  let expected: ObservedRun;
  let runs: PlannedRun[];

  beforeAll(async () => {
    standby = new StandbyWorkers();
    cloud = await FaultCloud.start({ provider: { latencyMs: PROVIDER_LATENCY_MS } });
    lane = cloud.lane(PROJECT);
    const environment = {
      ...lane.environment,
      DOSSIER_SEARCH_CONCURRENCY: String(SEARCHES_AT_ONCE),
    };
    fleet = await ServiceFleet.start(standby, { environment, providerUrl: cloud.provider.url });
    expected = await lane.observe(await endedRun());
    runs = Array.from({ length: wanted.runs }, () => cloud.nextRun());
  }, TIMEOUT_MS);
  afterAll(async () => {
    await standby.close();
    await lane.close();
    await cloud.close();
  }, 60_000);

  async function endedRun(): Promise<PlannedRun> {
    const run = cloud.nextRun();
    await lane.ask(run, () => fleet.ingressUrl);
    await lane.endOf(run);
    return run;
  }

  /** Chance alone may find nobody at work: one death in the middle of a paid call is certain. */
  async function killInTheMiddle(held: HeldCalls): Promise<void> {
    await held.begun;
    await fleet.kill('searcher');
    held.release();
  }

  /** Kills one service after another, chosen by the seed, while the runs are under way. */
  async function killForAWhile(): Promise<void> {
    const { least, most } = PAUSE_BETWEEN_KILLS_MS;
    const numbers = new SeededChoices(seed).for('kills');
    const until = performance.now() + wanted.ms;
    while (performance.now() < until) {
      await wait(between(numbers, least, most));
      const name = SERVICE_NAMES[between(numbers, 0, SERVICE_NAMES.length - 1)];
      if (name !== undefined) await fleet.kill(name);
    }
    await fleet.settled();
  }

  it(
    `${wanted.runs} runs in flight all end`,
    async () => {
      const [first] = runs;
      if (first === undefined) throw new Error('no run was planned');
      const held = cloud.provider.hold(first.question, 'search.0');
      const asked = Promise.all(
        runs.map((run) => lane.ask(run, () => fleet.ingressUrl, END_WITHIN_MS)),
      );
      await killInTheMiddle(held);
      await killForAWhile();
      await asked;
      expect(fleet.kills).toBeGreaterThan(3);
      const allEnded = async () => (await lane.endedOf(runs)).length === runs.length;
      await eventually('the end of all runs', allEnded, {
        withinMs: END_WITHIN_MS,
        everyMs: 250,
      });
      // What is still delivered may do harm, so the last look comes after it.
      await eventually('the last ack', () => cloud.unacknowledged(PROJECT) === 0, {
        withinMs: END_WITHIN_MS,
        everyMs: 250,
      });
      await fleet.settled();
    },
    TIMEOUT_MS,
  );

  it('none is lost, doubled or different, and only what was cut off is paid again', async () => {
    const broken: string[] = [];
    let lostAttempts = 0;
    for (const run of runs) {
      const seen = await lane.observe(run);
      const lost = attemptsWithoutCommit(seen.audit);
      lostAttempts += lost;
      const problems = brokenInvariants(seen, expected, {
        lostAttempts: lost,
        callsAtOnce: SEARCHES_AT_ONCE,
      });
      broken.push(...problems.map((what) => `${run.key.runId}: ${what}`));
    }
    expect(broken).toEqual([]);
    // Else nothing was under way when the processes died, and the test shows nothing.
    expect(lostAttempts).toBeGreaterThan(0);
  }, 120_000);

  it('LINE accepted one push for each run', () => {
    expect(cloud.line.acceptedPushes).toBe(runs.length + 1);
  });
});
