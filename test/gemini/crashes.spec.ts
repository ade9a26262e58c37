import { STAGE_NAMES } from '@dossier/contracts';
import type { SeenRequest } from '@dossier/fake-gemini';
import { StandbyWorkers } from '../faults/crash/fault-workers.kit.ts';
import { FaultCloud } from '../faults/fault-cloud.kit.ts';
import { brokenByCrash, callNames, wrongBooks } from './crash-calls.kit.ts';
import { END_WITHIN_MS, GeminiLane, QUESTION, untilCalm, type SeenRun } from './crash-lane.kit.ts';
import { killedRun, type Fate, type KilledRun } from './crash-run.kit.ts';

/** Lanes at the same time: each of them mostly waits for a lease of a dead worker to run out. */
const LANES = 4;

const SEARCHES = /^1\.search\.\d+$/;
const TEXTS = /^1\.step\.write\.(?:chapter|closing)\b/;
const ALL_TEXTS = ['closing', 'chapter-0', 'chapter-1', 'chapter-2', 'chapter-3'];
const SIDE_BY_SIDE = /^1\.step\.(?:compare|write\.outline)\b/;

/** What happens to workers, one after another. Each row is one run. */
const FATES: Readonly<Record<string, Fate>> = {
  'is killed while it plans': { kills: [{ holding: ['plan'] }] },
  'is killed while two searches are under way and the others are saved': {
    kills: [{ holding: ['search-1', 'search-4'], beside: SEARCHES }],
  },
  'is killed while it compares': { kills: [{ holding: ['compare'], beside: SIDE_BY_SIDE }] },
  'is killed while it outlines': { kills: [{ holding: ['outline'], beside: SIDE_BY_SIDE }] },
  'is killed while a chapter is under way and what is written beside it is saved': {
    kills: [{ holding: ['chapter-2'], beside: TEXTS }],
  },
  'is killed while it closes': { kills: [{ holding: ['closing'], beside: TEXTS }] },
  'is killed with answers that are not saved yet': {
    kills: [
      { stage: 'plan', saving: 'step.plan', unsaved: ['plan'] },
      { stage: 'search', saving: 'step.compare', unsaved: ['compare', 'outline'] },
      { stage: 'write', saving: 'step.write.closing', unsaved: ALL_TEXTS },
    ],
  },
  'is killed between the last answer of each stage and its commit': {
    kills: [
      { point: 'plan.commit.decided', unsaved: [] },
      { point: 'search.commit.decided', unsaved: [] },
      { point: 'write.commit.decided', unsaved: [] },
    ],
  },
  'is killed while it publishes, and while it notifies': {
    kills: [
      { point: 'publish.store[v1/report.html].before', unsaved: [] },
      { point: 'notify.push.before', unsaved: [] },
    ],
  },
  'is killed twice in the same place': {
    kills: [
      { holding: ['chapter-0'], beside: TEXTS },
      { holding: ['chapter-0'], after: 1 },
    ],
  },
  'is killed while it asks again after 503': {
    kills: [{ holding: ['search-2'], beside: SEARCHES, after: 1 }],
    prepare: (gemini) => gemini.play('503', { when: isThirdSearch }),
    failed: ['search-2'],
  },
  'is killed while it asks again for a better answer': {
    kills: [{ holding: ['closing?'], beside: TEXTS }],
    prepare: (gemini) => gemini.play('wrong-schema', { when: ({ task }) => task === 'closing' }),
    failed: ['closing'],
  },
};

/** The same for a follow-up that deepens a chapter. */
const FATES_OF_FOLLOW_UPS: Readonly<Record<string, Fate>> = {
  'is killed in its searches, and in its chapter': {
    kills: [{ holding: ['search-1'], beside: /^2\.search\.\d+$/ }, { holding: ['deepen-chapter'] }],
  },
  'is killed in its plan, and before it commits the chapter': {
    kills: [{ holding: ['plan-follow-up'] }, { point: 'write.commit.decided', unsaved: [] }],
  },
};
const WISH = '第 2 章再深入一點';

let cloud: FaultCloud;
let standby: StandbyWorkers;
const lanes: GeminiLane[] = [];
let laneCount = 0;
let undisturbed: SeenRun;
let followedUp: SeenRun;
let duplicated: SeenRun;
let copies = 0;
const ended = new Map<string, PromiseSettledResult<KilledRun>>();

beforeAll(async () => {
  standby = new StandbyWorkers();
  for (let lane = 0; lane < LANES; lane += 1) standby.prepare();
  cloud = await FaultCloud.start();
  const first = await startLane();
  undisturbed = (await first.undisturbed()).seen;
  duplicated = await duplicatedRun(first);
  followedUp = await undisturbedFollowUp(first);
  const others = await Promise.all(Array.from({ length: LANES - 1 }, startLane));
  const rows = [
    ...Object.entries(FATES).map(([name, fate]) => ({ name, fate, work: newResearch })),
    ...Object.entries(FATES_OF_FOLLOW_UPS).map(([name, fate]) => ({ name, fate, work: followUp })),
  ].values();
  await Promise.all(
    [first, ...others].map(async (lane) => {
      let here = lane;
      for (const { name, fate, work } of rows) {
        const end = await endOf(here, fate, work);
        ended.set(name, end);
        // What still goes on there would pass for what the next run does.
        if (end.status === 'rejected') here = await startLane();
      }
    }),
  );
}, 600_000);
afterAll(async () => {
  await standby.close();
  for (const lane of lanes) await lane.close();
  await cloud.close();
}, 60_000);

async function startLane(): Promise<GeminiLane> {
  laneCount += 1;
  const lane = await GeminiLane.start({ cloud, standby }, `gemini-${laneCount}`);
  lanes.push(lane);
  await lane.startWorker();
  return lane;
}

type Work = (lane: GeminiLane, fate: Fate) => Promise<KilledRun>;

async function endOf(
  lane: GeminiLane,
  fate: Fate,
  work: Work,
): Promise<PromiseSettledResult<KilledRun>> {
  const [end] = await Promise.allSettled([untilCalm(fate.kills.length, () => work(lane, fate))]);
  return end;
}

function newResearch(lane: GeminiLane, fate: Fate): Promise<KilledRun> {
  const run = lane.nextRun();
  return killedRun(lane, undisturbed, run, { ...fate, begin: () => lane.ask(run) });
}

async function followUp(lane: GeminiLane, fate: Fate): Promise<KilledRun> {
  const { run } = await lane.undisturbed();
  const next = lane.nextVersion(run);
  return killedRun(lane, followedUp, next, { ...fate, begin: () => lane.say(run, WISH) });
}

async function undisturbedFollowUp(lane: GeminiLane): Promise<SeenRun> {
  const { seen } = await untilCalm(0, async () => {
    const { run } = await lane.undisturbed();
    const next = lane.nextVersion(run);
    await lane.say(run, WISH);
    await lane.lane.endOf(next, END_WITHIN_MS);
    return { seen: await lane.observe(next) };
  });
  return seen;
}

async function duplicatedRun(lane: GeminiLane): Promise<SeenRun> {
  const duplicator = await lane.duplicateMessages();
  const { run } = await lane.undisturbed();
  await lane.allTaken();
  copies = duplicator.copies();
  await duplicator.close();
  return lane.observe(run);
}

function isThirdSearch(request: SeenRequest): boolean {
  return callNames(undisturbed.requests).of(request) === 'search-2';
}

function broken(name: string, unharmed: SeenRun): readonly string[] {
  const end = ended.get(name);
  if (end?.status !== 'fulfilled') throw new Error('the run did not end', { cause: end?.reason });
  return brokenByCrash(end.value, unharmed);
}

describe('a run on Gemini', () => {
  it('pays for each call once, and says so in its books', () => {
    expect(wrongBooks(undisturbed, undisturbed)).toEqual([]);
    expect(undisturbed.workspace?.versions['1']).toMatchObject({
      status: 'done',
      usage: { modelCalls: undisturbed.requests.length },
    });
    expect(undisturbed.pushes).toHaveLength(1);
  });

  it('pays no more when every message comes twice', () => {
    expect(copies).toBeGreaterThanOrEqual(STAGE_NAMES.length);
    const calm = { seen: duplicated, kills: 0, lost: [], failed: [] };
    expect(brokenByCrash(calm, undisturbed)).toEqual([]);
  });

  it.each(Object.keys(FATES))('whose worker %s pays again only for what was under way', (name) => {
    expect(broken(name, undisturbed)).toEqual([]);
  });

  it.each(Object.keys(FATES_OF_FOLLOW_UPS))(
    'whose worker %s pays in its follow-up again only for what was under way',
    (name) => {
      expect(broken(name, followedUp)).toEqual([]);
    },
  );

  it('writes neither the key nor what was asked to a log', () => {
    const output = lanes.map((lane) => lane.output).join('\n');
    expect(output).toContain('model answered');
    expect(output).not.toContain(QUESTION);
    for (const { gemini } of lanes) expect(output).not.toContain(gemini.apiKey);
  });
});
