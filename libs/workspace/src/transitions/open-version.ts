import {
  commandFor,
  isEnded,
  STAGE_NAMES,
  type ArtifactName,
  type FollowUp,
  type FollowUpWish,
  type RunKey,
  type StageCommand,
  type StageName,
  type StageState,
  type Timings,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';
import { newVersion, withOutboxEntry, withWakeAt, type Change } from './change.ts';

/** What became of the wish for a further version. */
export type VersionOpened =
  /** `command` stands in the outbox; publish it after the commit. */
  | { readonly kind: 'opened'; readonly command: StageCommand; readonly key: RunKey }
  | {
      readonly kind: 'skipped';
      /**
       * `still-running`: the newest version has not ended, or its end is still to be told.
       * `no-report`: the version to go on from does not exist or published nothing.
       */
      readonly reason: 'unknown-run' | 'still-running' | 'no-report';
    };

/** A further version as it is asked for. */
export interface FurtherVersion {
  readonly version: { readonly request: FollowUp };
  /** Who asks, for the audit trail: a code or an id, never a name. */
  readonly by: string;
}

/** What a follow-up takes over unchanged, and so does not make again. */
const CARRIED: Readonly<Record<FollowUpWish['kind'], readonly ArtifactName[]>> = {
  deepen: [],
  'add-sources': [],
  rewrite: ['plan', 'evidence'],
  republish: ['plan', 'evidence', 'report', 'evaluation'],
  'in-words': [],
};

/** The stage with which a follow-up begins: all before it would only make again what is carried. */
const FIRST_STAGE: Readonly<Record<FollowUpWish['kind'], StageName>> = {
  deepen: 'plan',
  'add-sources': 'plan',
  rewrite: 'write',
  republish: 'publish',
  'in-words': 'plan',
};

/**
 * Adds the next version of a run with its first command in the outbox. Commands of older versions are
 * superseded from then on, so it waits until the newest one has ended and its end has been told: a
 * notice on its way would be lost otherwise.
 */
export function decideVersion(
  workspace: Workspace | undefined,
  { version: { request }, by }: FurtherVersion,
  now: Date,
  timings: Timings,
): Change<VersionOpened> {
  if (workspace === undefined) return skip('unknown-run');
  if (!isSettled(workspace)) return skip('still-running');
  const base = workspace.versions[String(request.baseVersion)];
  if (base?.status !== 'done' || base.stages.publish?.status !== 'done') return skip('no-report');

  const { runId } = workspace;
  const key = { runId, version: workspace.version + 1 };
  const { kind, baseVersion } = request;
  const stage = FIRST_STAGE[kind];
  const added: Workspace = {
    ...workspace,
    version: key.version,
    versions: { ...workspace.versions, [String(key.version)]: versionFrom(base, request, now) },
  };
  return {
    result: { kind: 'opened', command: commandFor(key, stage), key },
    workspace: withWakeAt(withOutboxEntry(added, key, stage, 0, now), timings),
    audit: [
      {
        at: now.toISOString(),
        event: 'version.opened',
        version: key.version,
        details: { kind, base: baseVersion, by },
      },
    ],
  };
}

/** Whether nothing of the newest version is under way: no stage, and no notice of its end. */
function isSettled({ version, versions, outbox }: Workspace): boolean {
  const newest = versions[String(version)];
  const notified = newest?.stages.notify?.status ?? 'done';
  return (
    newest !== undefined &&
    isEnded(newest.status) &&
    (notified === 'done' || notified === 'failed') &&
    Object.keys(outbox).length === 0
  );
}

function versionFrom(base: VersionState, request: FollowUp, now: Date): VersionState {
  const fresh = newVersion(request, now);
  const carried = CARRIED[request.kind];
  if (carried.length === 0) return fresh;
  const at = now.toISOString();
  const done: StageState = { status: 'done', attempts: 0, step: 0, startedAt: at, endedAt: at };
  const before = STAGE_NAMES.slice(0, STAGE_NAMES.indexOf(FIRST_STAGE[request.kind]));
  return {
    ...fresh,
    stages: Object.fromEntries(before.map((stage) => [stage, done])),
    carried: Object.fromEntries(
      // What the base took over itself stands in an older version.
      carried.map((name) => [name, base.carried?.[name] ?? request.baseVersion]),
    ),
  };
}

function skip(
  reason: Extract<VersionOpened, { kind: 'skipped' }>['reason'],
): Change<VersionOpened> {
  return { result: { kind: 'skipped', reason } };
}
