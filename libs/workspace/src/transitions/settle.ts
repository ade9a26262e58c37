import {
  addUsage,
  commandFor,
  PIPELINE,
  type AuditEntry,
  type RunKey,
  type StageCommand,
  type StageName,
  type StageProgress,
  type StageState,
  type Telling,
  type Timings,
  type Usage,
  type Workspace,
} from '@dossier/contracts';
import {
  firstStepOf,
  versionOf,
  withOutboxEntry,
  withStage,
  withVersion,
  withWakeAt,
  type Change,
} from './change.ts';
import { failVersion } from './fail.ts';

/** The lease under which a worker finishes, renews or gives back a stage. */
export interface Held {
  readonly key: RunKey;
  readonly stage: StageName;
  readonly token: string;
}

/**
 * `stale`: the lease is somebody else's by now, and whatever the caller made must be thrown away.
 * `exhausted`: written, and it was the last attempt; the version has failed.
 */
export type Settled = 'written' | 'stale' | 'exhausted';

/** How an attempt ended without a result, and what it had spent until then. */
export interface FailedAttempt {
  readonly kind: 'Permanent' | 'Retryable' | 'NeedsHuman' | 'Bug';
  readonly reason: string;
  /** JSON for whoever decides. */
  readonly details?: string;
  readonly usage: Usage;
}

/** What a finished stage leaves in the workspace, beside its artifacts. */
export interface Finished {
  readonly usage: Usage;
  /** Of `notify`: how the user was told. */
  readonly told?: Telling | undefined;
}

/** Marks a stage done and asks for the next one. */
export function decideCommit(
  workspace: Workspace,
  held: Held,
  { usage, told }: Finished,
  now: Date,
  timings: Timings,
): Change<Settled> {
  const state = heldState(workspace, held);
  if (state === undefined) return { result: 'stale' };
  const at = now.toISOString();
  const { key, stage } = held;
  const {
    lease: _given,
    lastError: _past,
    waitingSince: _waited,
    progress: _gone,
    ...rest
  } = state;
  const version = versionOf(workspace, key.version);
  const done = withStage(withUsage(workspace, key, usage), key.version, stage, {
    ...rest,
    status: 'done',
    endedAt: at,
    committedBy: held.token,
  });
  const next = PIPELINE[stage].next;
  const followed =
    next === null
      ? withVersion(done, key.version, {
          status: version.status === 'running' ? 'done' : version.status,
          endedAt: version.endedAt ?? at,
          ...(told !== undefined && { told }),
        })
      : withOutboxEntry(done, key, next, firstStepOf(version, next), now);
  return {
    result: 'written',
    workspace: withWakeAt(followed, timings),
    audit: [audit(held, 'committed', at, { attempts: state.attempts })],
  };
}

/**
 * Gives a stage back after a failed attempt; Pub/Sub will deliver its command again. After the last
 * attempt the version fails at once: Pub/Sub would only move the command to the dead letters, without
 * the reason, and leave the user waiting.
 */
export function decideRelease(
  workspace: Workspace,
  held: Held,
  attempt: FailedAttempt,
  now: Date,
  timings: Timings,
): Change<Settled> {
  const state = heldState(workspace, held);
  const last = timings.stages[held.stage].maxDeliveryAttempts;
  if (state === undefined || state.attempts < last) {
    return decidePause(workspace, held, 'waiting', attempt, now, timings);
  }
  const failed = decideFail(workspace, held, 'failed', attempt, now, timings);
  return { ...failed, result: 'exhausted' };
}

/** Parks a stage until a person decides; nothing holds the process meanwhile. */
export function decideNeedsHuman(
  workspace: Workspace,
  held: Held,
  attempt: FailedAttempt,
  now: Date,
  timings: Timings,
): Change<Settled> {
  return decidePause(workspace, held, 'needs_human', attempt, now, timings);
}

/** Ends the version from inside its stage. */
export function decideFail(
  workspace: Workspace,
  held: Held,
  status: 'failed' | 'no_evidence',
  { kind, reason, usage }: FailedAttempt,
  now: Date,
  timings: Timings,
): Change<Settled> {
  if (heldState(workspace, held) === undefined) return { result: 'stale' };
  const { key, stage } = held;
  const failure = { key, stage, reason, status, kind: kind === 'NeedsHuman' ? 'Bug' : kind };
  const spent = withUsage(workspace, key, usage);
  return { result: 'written', ...failVersion(spent, failure, now, timings) };
}

/** Extends a lease, and notes how far its stage has come. */
export function decideRenew(
  workspace: Workspace,
  held: Held,
  now: Date,
  timings: Timings,
  progress?: StageProgress,
): Change<Settled> {
  const state = heldState(workspace, held);
  if (state?.lease === undefined) return { result: 'stale' };
  const { key, stage } = held;
  const until = new Date(now.getTime() + timings.stages[stage].leaseTtlMs).toISOString();
  const news = progress === undefined ? {} : { progress };
  const renewed = { ...state, ...news, lease: { ...state.lease, until } };
  return {
    result: 'written',
    workspace: withWakeAt(withStage(workspace, key.version, stage, renewed), timings),
  };
}

/** True when this lease's commit is already in the workspace: its answer was lost. */
export function isCommittedBy(workspace: Workspace, { key, stage, token }: Held): boolean {
  return versionOf(workspace, key.version).stages[stage]?.committedBy === token;
}

/** The commands that a finished stage left in the outbox: the next stage's, or the last word's. */
export function outboxAfter(
  workspace: Workspace,
  version: number,
  stage: StageName,
): StageCommand[] {
  const followers: readonly (StageName | null)[] = [PIPELINE[stage].next, 'notify'];
  return Object.values(workspace.outbox)
    .filter((entry) => entry.version === version && followers.includes(entry.stage))
    .map((entry) =>
      commandFor({ runId: workspace.runId, version: entry.version }, entry.stage, entry.step),
    );
}

function decidePause(
  workspace: Workspace,
  held: Held,
  status: 'waiting' | 'needs_human',
  { usage, ...error }: FailedAttempt,
  now: Date,
  timings: Timings,
): Change<Settled> {
  const state = heldState(workspace, held);
  if (state === undefined) return { result: 'stale' };
  const at = now.toISOString();
  const { lease: _given, ...rest } = state;
  const spent = withUsage(workspace, held.key, usage);
  const paused = withStage(spent, held.key.version, held.stage, {
    ...rest,
    status,
    waitingSince: at,
    lastError: { ...error, at },
  });
  const event = status === 'waiting' ? 'released' : 'parked';
  return {
    result: 'written',
    workspace: withWakeAt(paused, timings),
    audit: [audit(held, event, at, { kind: error.kind, reason: error.reason })],
  };
}

function withUsage(workspace: Workspace, { version }: RunKey, usage: Usage): Workspace {
  const before = versionOf(workspace, version).usage;
  return withVersion(workspace, version, { usage: addUsage(before, usage) });
}

/** The stage's state if the caller's lease is still the one written there, expired or not. */
function heldState(workspace: Workspace, { key, stage, token }: Held): StageState | undefined {
  const version = versionOf(workspace, key.version);
  const cancelled = version.status === 'cancelled' && stage !== 'notify';
  if (cancelled || key.version < workspace.version) return undefined;
  const state = version.stages[stage];
  return state?.lease?.token === token ? state : undefined;
}

function audit(
  { key, stage }: Held,
  event: string,
  at: string,
  details: AuditEntry['details'] = {},
): AuditEntry {
  return { at, event: `${stage}.${event}`, version: key.version, stage, details };
}
