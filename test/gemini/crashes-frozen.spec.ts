import type { FaultWorker } from '../faults/crash/fault-workers.kit.ts';
import { StandbyWorkers } from '../faults/crash/fault-workers.kit.ts';
import { FaultCloud, type PlannedRun } from '../faults/fault-cloud.kit.ts';
import { attemptsWithoutCommit } from '../faults/invariants.ts';
import { eventually } from '../support/eventually.ts';
import { brokenByCrash, callNames } from './crash-calls.kit.ts';
import { END_WITHIN_MS, GeminiLane, untilCalm, type SeenRun } from './crash-lane.kit.ts';

const OTHERS = ['ingress', 'planner', 'publisher', 'notifier'] as const;
const PATIENCE = { withinMs: END_WITHIN_MS, everyMs: 50 };
const PROCESSES = 5;

describe('workers on Gemini that stand still for longer than their lease', () => {
  let cloud: FaultCloud;
  let standby: StandbyWorkers;
  const lanes: GeminiLane[] = [];
  let undisturbed: SeenRun;
  let seen: SeenRun;
  /** Calls that a frozen worker had with Gemini. */
  const lost: string[] = [];
  /** What the searcher asked for after its thaw. */
  let askedAfterThaw = 0;
  let stale: readonly number[] = [];

  beforeAll(async () => {
    standby = new StandbyWorkers();
    for (let each = 0; each < PROCESSES; each += 1) standby.prepare();
    cloud = await FaultCloud.start();
    undisturbed = await undisturbedRun();
    await untilCalm(2, frozenRun);
  }, 600_000);
  afterAll(async () => {
    await standby.close();
    for (const lane of lanes) await lane.close();
    await cloud.close();
  }, 60_000);

  async function startLane(name: string): Promise<GeminiLane> {
    const lane = await GeminiLane.start({ cloud, standby }, name);
    lanes.push(lane);
    return lane;
  }

  async function undisturbedRun(): Promise<SeenRun> {
    const lane = await startLane('thawed');
    await lane.startWorker();
    const { seen: calm } = await lane.undisturbed();
    await lane.stop();
    return calm;
  }

  /** The searcher freezes in its searches and wakes while another one compares; the writer in its texts. */
  async function frozenRun(): Promise<{ seen: SeenRun }> {
    const lane = await startLane(`frozen-${lanes.length}`);
    lost.length = 0;
    const searcher = await lane.startWorker({ services: ['searcher'] });
    const writer = await lane.startWorker({ services: ['writer'] });
    await lane.startWorker({ services: OTHERS });
    const run = lane.nextRun();
    const searching = freezeIn(lane, searcher, /^search-/);
    await lane.ask(run);
    const goOnSearching = await searching();
    const comparing = lane.gemini.hold(({ task }) => task === 'compare');
    await lane.startWorker({ services: ['searcher'] });
    goOnSearching();
    await comparing.begun;
    await wake(searcher, run);
    askedAfterThaw = lane.requests.filter(({ task }) => task === 'compare').length - 1;
    const writing = freezeIn(lane, writer, /^(?:chapter|closing)/);
    comparing.release();
    const goOnWriting = await writing();
    await lane.startWorker({ services: ['writer'] });
    goOnWriting();
    await lane.lane.endOf(run, END_WITHIN_MS);
    await wake(writer, run);
    stale = [searcher, writer].map((worker) => worker.staleAttemptsOf(run.key.runId));
    seen = await lane.observe(run);
    await lane.stop();
    return { seen };
  }

  /** Freezes a worker once everything of a kind is asked; what is returned then lets the answers go. */
  function freezeIn(lane: GeminiLane, worker: FaultWorker, calls: RegExp) {
    const names = callNames(undisturbed.requests);
    const isOne = (call: string): boolean => calls.test(call);
    const all = undisturbed.requests.map((request) => names.of(request)).filter(isOne);
    const hold = lane.gemini.hold((request) => isOne(names.of(request)));
    const waiting = (): number =>
      lane.requests.filter((request) => request.answeredWith === '' && isOne(names.of(request)))
        .length;
    return async (): Promise<() => void> => {
      await eventually('all is asked', () => waiting() === all.length, PATIENCE);
      worker.freeze();
      lost.push(...all);
      return () => hold.release();
    };
  }

  async function wake(worker: FaultWorker, { key: { runId } }: PlannedRun): Promise<void> {
    worker.thaw();
    const hasSeen = (): boolean => worker.staleAttemptsOf(runId) > 0;
    await eventually('the frozen worker saw its lease gone', hasSeen, PATIENCE);
  }

  it('have what they did thrown away, and what they asked in the books', () => {
    expect(stale).toEqual([1, 1]);
    expect(attemptsWithoutCommit(seen.audit)).toBe(2);
    expect(brokenByCrash({ seen, kills: 2, lost, failed: [] }, undisturbed)).toEqual([]);
  });

  it('ask for nothing more once they are awake', () => {
    expect(askedAfterThaw).toBe(0);
  });
});
