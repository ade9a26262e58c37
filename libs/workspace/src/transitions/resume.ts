import {
  commandFor,
  type RunKey,
  type StageCommand,
  type StageName,
  type StageState,
  type Timings,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';
import { stageEntries, withOutboxEntry, withWakeAt, type Change } from './change.ts';

/** Why a version is not taken up again: stable codes. */
export type NotResumable =
  | 'unknown-run'
  | 'unknown-version'
  /** A newer version exists. */
  | 'superseded'
  | 'cancelled'
  | 'still-running'
  /** The stage is done. */
  | 'finished'
  /** The stage is not the one that failed. */
  | 'not-failed';

/** What became of the wish to go on with a version. */
export type Resumed =
  | {
      readonly kind: 'resumed';
      /** Stands in the outbox; to be published after the commit. */
      readonly command: StageCommand;
      /** 1 for the first time. */
      readonly resumptions: number;
    }
  | { readonly kind: 'skipped'; readonly reason: NotResumable };

/** Who takes a version up again, and why. */
export interface Resumption {
  readonly key: RunKey;
  /** The stage to take up; the first that failed when absent. */
  readonly stage?: StageName;
  /** Names the wish, so that one whose answer was lost is recognised when it is repeated. */
  readonly token: string;
  /** The person, by the name that the operator's tools give. */
  readonly by: string;
  /** Why, for the audit trail: a code, an id, or an operator's own words; never a user's. */
  readonly cause: string;
  /** Whether a stage that waits for a person goes on, too: an operator decides so, or a limit of a day has passed. */
  readonly decides?: boolean;
}

/**
 * Takes a version up at the stage that failed, or that waits for somebody to decide. What was finished
 * before is kept, attempts count anew, and the end that comes now is told to the user by a notice of its
 * own.
 */
export function decideResume(
  workspace: Workspace | undefined,
  resumption: Resumption,
  now: Date,
  timings: Timings,
): Change<Resumed> {
  const { key, by, cause, token } = resumption;
  if (workspace === undefined) return skip('unknown-run');
  if (key.version > workspace.version) return skip('unknown-version');
  if (key.version < workspace.version) return skip('superseded');
  const version = workspace.versions[String(key.version)];
  if (version === undefined) return skip('unknown-version');
  if (version.resumedBy === token) return { result: alreadyResumed(key, version) };
  const found = stuckStage(version, resumption);
  if (typeof found === 'string') return skip(found);

  const at = now.toISOString();
  const [stage, failed] = found;
  const resumptions = (version.resumptions ?? 0) + 1;
  const { lease: _none, endedAt: _ended, ...kept } = failed;
  // A first push of the same kind may have been accepted: `startedAt` stays, for LINE's retry key.
  const again: StageState = {
    ...kept,
    status: 'waiting',
    waitingSince: at,
    attempts: 0,
    step: stage === 'notify' ? resumptions : failed.step,
  };
  const versions = {
    ...workspace.versions,
    [String(key.version)]: { ...reopened(version, stage, again), resumptions, resumedBy: token },
  };
  const outbox = Object.fromEntries(
    Object.entries(workspace.outbox).filter(([, entry]) => entry.version !== key.version),
  );
  const next = withOutboxEntry({ ...workspace, versions, outbox }, key, stage, again.step, now);
  return {
    result: { kind: 'resumed', command: commandFor(key, stage, again.step), resumptions },
    workspace: withWakeAt(next, timings),
    audit: [
      {
        at,
        event: `${stage}.resumed`,
        version: key.version,
        stage,
        details: { by, cause, resumptions },
      },
    ],
  };
}

/** The version as it goes on. Telling of the earlier end is given up: another end comes. */
function reopened(version: VersionState, stage: StageName, again: StageState): VersionState {
  const { told: _before, ...untold } = version;
  if (stage === 'notify') return { ...untold, stages: { ...version.stages, notify: again } };
  const { failure: _told, endedAt: _ended, ...rest } = untold;
  const { notify: _notified, ...stages } = version.stages;
  return { ...rest, status: 'running', stages: { ...stages, [stage]: again } };
}

function stuckStage(
  version: VersionState,
  { stage: wanted, decides = false }: Resumption,
): [StageName, StageState] | NotResumable {
  if (version.status === 'cancelled') return 'cancelled';
  const stages = stageEntries(version);
  const stuck = stages.find(
    ([name, { status }]) =>
      (status === 'failed' || (decides && status === 'needs_human')) &&
      (wanted === undefined || name === wanted),
  );
  if (stuck !== undefined) return stuck;
  if (version.status === 'running') return 'still-running';
  const done = stages.some(([name, { status }]) => name === wanted && status === 'done');
  return wanted === undefined || done ? 'finished' : 'not-failed';
}

function alreadyResumed(key: RunKey, version: VersionState): Resumed {
  const resumptions = version.resumptions ?? 1;
  const waiting = stageEntries(version).find(([, { status }]) => status === 'waiting');
  const [stage, step] = waiting === undefined ? [] : [waiting[0], waiting[1].step];
  if (stage === undefined || step === undefined)
    return { kind: 'skipped', reason: 'still-running' };
  return { kind: 'resumed', command: commandFor(key, stage, step), resumptions };
}

function skip(reason: NotResumable): Change<Resumed> {
  return { result: { kind: 'skipped', reason } };
}
