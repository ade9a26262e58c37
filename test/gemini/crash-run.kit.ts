import type { StageName } from '@dossier/contracts';
import type { FakeGemini, SeenRequest } from '@dossier/fake-gemini';
import type { Aim } from '../faults/crash/worker-messages.ts';
import type { PlannedRun } from '../faults/fault-cloud.kit.ts';
import { eventually } from '../support/eventually.ts';
import { callNames, type CallNames } from './crash-calls.kit.ts';
import { END_WITHIN_MS, type GeminiLane, type SeenRun } from './crash-lane.kit.ts';

const PATIENCE = { withinMs: END_WITHIN_MS, everyMs: 50 };

/** A death of the process at work. */
export type Kill =
  /** While these calls are with Gemini, and nothing else is under way. */
  | {
      readonly holding: readonly string[];
      /** What is saved beside them by then, of all that the undisturbed run has of it. */
      readonly beside?: RegExp;
      /** The requests of this call before the one to hold; none unless given. */
      readonly after?: number;
    }
  /** At a point of `crash-points.ts`, where these calls may be answered but not saved. */
  | { readonly point: string; readonly unsaved: readonly string[] }
  /** In a stage, right before what its step came to is saved. */
  | { readonly saving: string; readonly stage: StageName; readonly unsaved: readonly string[] };

/** What happens to a run. */
export interface Fate {
  readonly kills: readonly Kill[];
  /** Makes requests fail by themselves. */
  readonly prepare?: (gemini: FakeGemini) => void;
  /** Calls that were asked once more for that. */
  readonly failed?: readonly string[];
}

/** A run, and what was under way at its kills. */
export interface KilledRun {
  readonly seen: SeenRun;
  readonly kills: number;
  /** Names of calls that were with Gemini, or not saved yet: each may be paid once more. */
  readonly lost: readonly string[];
  /** Names of calls that failed by themselves. */
  readonly failed: readonly string[];
}

/** A version that is asked for by `begin` and whose process dies at each of the kills, to its end. */
export async function killedRun(
  lane: GeminiLane,
  undisturbed: SeenRun,
  run: PlannedRun,
  { kills, prepare, failed = [], begin }: Fate & { readonly begin: () => Promise<void> },
): Promise<KilledRun> {
  const names = callNames(undisturbed.requests);
  const deathOf = (kill: Kill): Death =>
    'holding' in kill
      ? deathWhile(lane, { run, undisturbed, names }, kill)
      : deathAt(lane, run, pointOf(kill, undisturbed));
  const lost: string[] = [];
  const [first, ...later] = kills;
  let death = first && deathOf(first);
  prepare?.(lane.gemini);
  lane.worker.aim(death?.aims ?? []);
  const begun = begin();
  while (death !== undefined) {
    lane.standby.prepare();
    lost.push(...(await death.come()));
    // Laid before the next process works: it goes on with the run at once.
    const next = later.shift();
    death = next && deathOf(next);
    await lane.startWorker({ aims: death?.aims ?? [] });
  }
  await begun;
  await lane.lane.endOf(run, END_WITHIN_MS);
  return { seen: await lane.observe(run), kills: kills.length, lost, failed };
}

interface Death {
  /** Where the process kills itself. */
  readonly aims: readonly Aim[];
  /** Waits for it, or brings it about; resolves with the calls that are lost. */
  come(): Promise<readonly string[]>;
}

type PointKill = Extract<Kill, { readonly point: string }>;

/** Names of steps may go on with a mark of what they rest on, which is the same in both runs. */
function pointOf(
  kill: Exclude<Kill, { readonly holding: readonly string[] }>,
  { artifacts, key }: SeenRun,
): PointKill {
  if ('point' in kill) return kill;
  const prefix = `${key.version}.`;
  const name = Object.keys(artifacts).find((each) => each.startsWith(`${prefix}${kill.saving}`));
  if (name === undefined) throw new Error(`nothing is saved as ${kill.saving}`);
  const point = `${kill.stage}.save[${name.slice(prefix.length)}].before`;
  return { point, unsaved: kill.unsaved };
}

function deathAt(
  lane: GeminiLane,
  { key: { runId } }: PlannedRun,
  { point, unsaved }: PointKill,
): Death {
  return {
    aims: [{ runId, point }],
    come: async () => {
      await eventually(`death at ${point}`, () => !lane.worker.isRunning, PATIENCE);
      return unsaved;
    },
  };
}

function deathWhile(
  lane: GeminiLane,
  about: { readonly run: PlannedRun; readonly undisturbed: SeenRun; readonly names: CallNames },
  { holding, beside, after = 0 }: Extract<Kill, { holding: readonly string[] }>,
): Death {
  const { run, undisturbed, names } = about;
  const { gemini } = lane;
  const timesOf = (call: string): number =>
    lane.requests.filter((each) => names.of(each) === call).length;
  const hold = gemini.hold((request: SeenRequest) => {
    const call = names.of(request);
    return holding.includes(call) && timesOf(call) > after;
  });
  const held = (): readonly SeenRequest[] =>
    lane.requests.filter(({ answeredWith, aborted }) => answeredWith === '' && !aborted);
  const come = async (): Promise<readonly string[]> => {
    const areHeld = (): boolean => held().length === holding.length;
    await eventually(`${holding.join()} held`, areHeld, PATIENCE).catch((error: unknown) => {
      const told = lane.requests.map((each) => `${names.of(each)} ${each.answeredWith}`);
      throw new Error(`asked were ${told.join(', ')}`, { cause: error });
    });
    if (beside !== undefined) {
      const isOne = (name: string): boolean => beside.test(name);
      const rest = Object.keys(undisturbed.artifacts).filter(isOne).length - holding.length;
      const areSaved = async (): Promise<boolean> =>
        (await lane.saved(run)).filter(isOne).length === rest;
      await eventually(`${rest} of ${String(beside)} saved`, areSaved, PATIENCE);
    }
    const lost = held().map((request) => names.of(request));
    await lane.worker.kill();
    hold.release();
    await eventually('the dead worker’s requests are over', () => held().length === 0, PATIENCE);
    return lost;
  };
  return { aims: [], come };
}
