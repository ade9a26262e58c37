import { addUsage, NO_USAGE } from '@dossier/contracts';
import { StandbyWorkers } from '../faults/crash/fault-workers.kit.ts';
import { FaultCloud, type PlannedRun } from '../faults/fault-cloud.kit.ts';
import { eventually } from '../support/eventually.ts';
import { wrongBooks } from './crash-calls.kit.ts';
import { END_WITHIN_MS, GeminiLane, QUESTION, type SeenRun } from './crash-lane.kit.ts';

/** Room for six searches side by side, each at its most: an undisturbed run needs that and little more. */
const DOLLARS = '1.1';
const LIMIT = 1_100_000;
/** How many requests for what are under way when a worker is killed, behind how many of its like. */
const KILLS = [
  { task: 'plan', after: 0, count: 1 },
  { task: 'plan', after: 1, count: 1 },
  { task: 'search', after: 0, count: 6 },
];
const PATIENCE = { withinMs: END_WITHIN_MS, everyMs: 50 };

let cloud: FaultCloud;
let standby: StandbyWorkers;
const lanes: GeminiLane[] = [];

beforeAll(async () => {
  standby = new StandbyWorkers();
  for (let each = 0; each < 3; each += 1) standby.prepare();
  cloud = await FaultCloud.start();
});
afterAll(async () => {
  await standby.close();
  for (const lane of lanes) await lane.close();
  await cloud.close();
}, 60_000);

async function startLane(
  name: string,
  environment: Readonly<Record<string, string>>,
): Promise<GeminiLane> {
  const lane = await GeminiLane.start({ cloud, standby }, name, environment);
  lanes.push(lane);
  await lane.startWorker();
  return lane;
}

/** What the newest answer in a chat says. */
async function answerTo(lane: GeminiLane, run: PlannedRun, text: string): Promise<string> {
  const said = () => cloud.line.delivered.filter(({ to }) => to === run.userId);
  const before = said().length;
  await lane.say(run, text);
  await eventually(`an answer to ${text}`, () => said().length > before, PATIENCE);
  return JSON.stringify(said().at(-1)?.messages);
}

describe('what a version may cost, with workers that are killed again and again', () => {
  let undisturbed: SeenRun;
  let seen: SeenRun;
  let status: string;

  beforeAll(async () => {
    const lane = await startLane('over-budget', { DOSSIER_COST_PER_VERSION: DOLLARS });
    undisturbed = (await lane.undisturbed()).seen;
    const run = lane.nextRun();
    const times = (task: string): number =>
      lane.requests.filter((request) => request.task === task).length;
    const holds = KILLS.map(({ task, after, count }) => ({
      ...lane.gemini.hold((request) => request.task === task && times(task) > after),
      ...{ task, count },
    }));
    const asked = lane.ask(run);
    for (const { task, count, release } of holds) {
      standby.prepare();
      const waiting = (): number =>
        lane.requests.filter(({ answeredWith }) => answeredWith === '').length;
      await eventually(`${count} of ${task} held`, () => waiting() === count, PATIENCE);
      await lane.worker.kill();
      release();
      await eventually('they are over', () => waiting() === 0, PATIENCE);
      await lane.startWorker();
    }
    await asked;
    const isParked = async (): Promise<boolean> => {
      const { workspace } = await lane.observe(run);
      return workspace?.versions['1']?.stages.search?.status === 'needs_human';
    };
    await eventually('the search waits for a person', isParked, PATIENCE);
    seen = await lane.observe(run);
    status = await answerTo(lane, run, '進度');
  }, 600_000);

  it('is enough for a run that nobody disturbs', () => {
    expect(undisturbed.workspace?.versions['1']?.status).toBe('done');
  });

  it('is never passed: the version waits for a person instead', () => {
    const { usage, stages } = seen.workspace?.versions['1'] ?? {};
    expect(stages?.search?.lastError).toMatchObject({ kind: 'NeedsHuman', reason: 'over-budget' });
    const booked = seen.ledger.reduce((sum, entry) => addUsage(sum, entry.usage), NO_USAGE);
    expect(usage).toEqual({ ...booked, searches: usage?.searches });
    expect(booked.costMicroUsd).toBeLessThanOrEqual(LIMIT);
    // Another search would not have fitted in.
    expect(booked.costMicroUsd).toBeGreaterThan(LIMIT / 2);
    expect(wrongBooks(seen, undisturbed)).toEqual([]);
  });

  it('is what the person is told when they ask', () => {
    expect(status).toContain('費用上限');
    expect(seen.pushes).toEqual([]);
  });
});

describe('a version that cannot be researched with these settings', () => {
  const KEY = 'a-key-that-nobody-knows';
  let lane: GeminiLane;
  let run: PlannedRun;
  let seen: SeenRun;

  beforeAll(async () => {
    lane = await startLane('misconfigured', { GEMINI_API_KEY: KEY });
    run = lane.nextRun();
    await lane.ask(run);
    await lane.lane.endOf(run, END_WITHIN_MS);
    seen = await lane.observe(run);
  }, 300_000);

  it('fails at once with its reason, and has cost nothing', () => {
    expect(seen.workspace?.versions['1']).toMatchObject({
      status: 'failed',
      failure: { reason: 'model-misconfigured' },
      usage: { modelCalls: 1, costMicroUsd: 0 },
    });
    expect(seen.requests).toHaveLength(1);
  });

  it('is told to its person in words, once', () => {
    expect(seen.pushes).toHaveLength(1);
    const told = JSON.stringify(seen.pushes);
    expect(told).toContain('研究服務的設定有問題，要請管理者檢查');
  });

  it('leaves no secret behind, in the workspace or in the log', () => {
    const stored = JSON.stringify([seen.workspace, seen.audit, seen.ledger]);
    for (const text of [stored, lane.output]) expect(text).not.toContain(KEY);
    expect(lane.output).toContain('model-misconfigured');
    expect(lane.output).not.toContain(QUESTION);
    expect(JSON.stringify([seen.audit, seen.ledger])).not.toContain(QUESTION);
  });
});
