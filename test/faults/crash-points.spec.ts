import { batchesOf, pairedDeaths, shuffled, singleDeaths } from './crash/crash-dooms.ts';
import { CrashLane, type CrashedRun, type Doom } from './crash/crash-lane.ts';
import { CRASH_POINTS, type Plot } from './crash/crash-points.ts';
import { readCrashSettings } from './crash/crash-settings.ts';
import { StandbyWorkers, type FaultWorker } from './crash/fault-workers.kit.ts';
import { FaultCloud } from './fault-cloud.kit.ts';
import { brokenInvariants, type ObservedRun } from './invariants.ts';
import { SeededChoices } from './proxy/seeded-choices.ts';

const PLOTS = ['answered', 'interrupted', 'refused'] as const satisfies readonly Plot[];
/** Points that differ when searches go on at the same time. */
const AT_ONCE = /^search\.(?:ask|save|commit)/;
/** Runs that die together. */
const BATCH = 27;

const { seed, pairs } = readCrashSettings();
const TIMEOUT_MS = pairs === Infinity ? 3_600_000 : 600_000;

let cloud: FaultCloud;
let standby: StandbyWorkers;
const lanes: CrashLane[] = [];
beforeAll(async () => {
  standby = new StandbyWorkers();
  cloud = await FaultCloud.start();
}, 120_000);
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
  await standby.close();
  await cloud.close();
}, 60_000);

function newLane(name: string, searchesAtOnce: number): CrashLane {
  const lane = new CrashLane(cloud, name, { standby, searchesAtOnce });
  lanes.push(lane);
  return lane;
}

/** What every run must end like, by its plot. */
const expected = new Map<Plot, ObservedRun>();

async function recordedRuns(lane: CrashLane): Promise<Map<Plot, CrashedRun>> {
  const recorded = new Map<Plot, CrashedRun>();
  // A machine that is too busy to renew a lease or to answer in time disturbs them: then once more.
  for (let tries = 0; tries < 5 && recorded.size < PLOTS.length; tries += 1) {
    const missing = PLOTS.filter((plot) => !recorded.has(plot));
    for (const each of await lane.undisturbed(missing)) {
      const seen = await lane.lane.observe(each.run);
      if (seen.audit.length !== AUDIT_ENTRIES[each.plot]) continue;
      recorded.set(each.plot, each);
      expected.set(each.plot, seen);
    }
  }
  return recorded;
}

/** What is recorded of a run that nothing disturbs but its plot. */
const AUDIT_ENTRIES: Readonly<Record<Plot, number>> = {
  answered: 11,
  interrupted: 17,
  refused: 9,
};

function releasesOf({ audit }: ObservedRun): number {
  return audit.filter(({ event }) => event.endsWith('.released')).length;
}

describe('runs that nobody disturbs', () => {
  let worker: FaultWorker;
  let recorded: Map<Plot, CrashedRun>;
  beforeAll(async () => {
    const lane = newLane('recorded', 4);
    worker = await lane.startWorker({ record: true });
    recorded = await recordedRuns(lane);
  }, 300_000);

  it.each(PLOTS)('reach every point of the table and no other: %s', (plot) => {
    const run = recorded.get(plot)?.run;
    const reached = worker
      .pointsOf(run?.key.runId ?? '')
      // A renewal that comes with the commit finds nothing to renew any more.
      .filter((point) => !/\.look\.(?:decided|written)$/.test(point));
    const known = [...CRASH_POINTS.answered, ...CRASH_POINTS[plot]];
    expect(reached.filter((point) => !known.includes(point))).toEqual([]);
    expect(CRASH_POINTS[plot].filter((point) => !reached.includes(point))).toEqual([]);
    // A report that is refused is neither committed nor published.
    const skipped = CRASH_POINTS.answered.filter((point) => !reached.includes(point));
    expect(skipped.filter((point) => !/^(?:write|publish)\./.test(point))).toEqual([]);
    expect(skipped.length > 0).toBe(plot === 'refused');
  });

  it('reach out of the process only where there is a name', () => {
    expect(worker.unnamedRequests).toEqual([]);
  });
});

describe(`a crash changes nothing (FAULT_SEED=${seed})`, () => {
  interface Judged extends CrashedRun {
    readonly broken: readonly string[];
  }

  let oneByOne: Judged[] = [];
  let atOnce: Judged[] = [];
  let twice: Judged[] = [];

  beforeAll(async () => {
    const chosen = shuffled(pairedDeaths(), new SeededChoices(seed).for('pairs')).slice(0, pairs);
    const first = newLane('one-by-one', 1);
    const second = newLane('at-once', 4);
    await Promise.all([
      crashedAt(first, singleDeaths('answered')).then((judged) => (oneByOne = judged)),
      crashedAt(second, [
        ...singleDeaths('answered').filter(({ points }) => AT_ONCE.test(points.join())),
        ...singleDeaths('interrupted'),
        ...singleDeaths('refused'),
      ])
        .then((judged) => (atOnce = judged))
        .then(() => crashed(second, chosen))
        .then(async (runs) => (twice = await judged(second, runs))),
    ]);
  }, TIMEOUT_MS);

  /** Dies at every point, and again where a busy machine was too late for the common death. */
  async function crashedAt(lane: CrashLane, dooms: readonly Doom[]): Promise<Judged[]> {
    const runs = await crashed(lane, dooms);
    let missed = runs.filter(({ struck }) => struck.length === 0);
    for (let tries = 0; tries < 3 && missed.length > 0; tries += 1) {
      const again = await crashed(lane, missed);
      runs.push(...again);
      missed = again.filter(({ struck }) => struck.length === 0);
    }
    return judged(lane, runs);
  }

  async function crashed(lane: CrashLane, dooms: readonly Doom[]): Promise<CrashedRun[]> {
    const runs: CrashedRun[] = [];
    for (const batch of batchesOf(dooms, BATCH)) runs.push(...(await lane.crash(batch)));
    return runs;
  }

  /** Looked at last, so that what Pub/Sub delivers again later has had its chance to do harm. */
  function judged({ lane, searchesAtOnce }: CrashLane, runs: CrashedRun[]): Promise<Judged[]> {
    return Promise.all(
      runs.map(async (each) => {
        const seen = await lane.observe(each.run);
        const wanted = expected.get(each.plot);
        if (wanted === undefined) throw new Error(`nothing to compare ${each.plot} with`);
        const released = Math.max(0, releasesOf(seen) - releasesOf(wanted));
        const broken = brokenInvariants(seen, wanted, {
          lostAttempts: each.crashes + each.stale + released,
          callsAtOnce: searchesAtOnce,
        });
        return { ...each, broken };
      }),
    );
  }

  const brokenOf = (runs: readonly Judged[]): string[] =>
    runs.flatMap(({ broken, points, run }) =>
      broken.map((what) => `${points.join(' then ')} (${run.key.runId}): ${what}`),
    );
  const missedOf = (runs: readonly Judged[]): string[] => {
    const struck = new Set(runs.flatMap((run) => run.struck));
    return runs.flatMap(({ points }) => points).filter((point) => !struck.has(point));
  };

  it('at any point of any stage', () => {
    expect(brokenOf(oneByOne)).toEqual([]);
    expect(missedOf(oneByOne)).toEqual([]);
  });

  it('at any point of searches at once, of failed attempts and of a failed version', () => {
    expect(brokenOf(atOnce)).toEqual([]);
    expect(missedOf(atOnce)).toEqual([]);
  });

  it('at a point, and once more at a point of the repeated attempt or of the sweep', () => {
    expect(brokenOf(twice)).toEqual([]);
    expect(twice.filter(({ struck }) => struck.length === 2).length).toBeGreaterThan(0);
  });
});
