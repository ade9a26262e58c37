import {
  isEnded,
  outboxIdOf,
  PIPELINE,
  STAGE_NAMES,
  type Lease,
  type StageCommand,
  type StageName,
  type StageState,
  type Timings,
  type VersionState,
  type Workspace,
} from '@dossier/contracts';
import {
  firstStepOf,
  versionOf,
  withoutOutboxEntry,
  withStage,
  withWakeAt,
  type Change,
} from './change.ts';
import { failVersion } from './fail.ts';

/** What a worker learns when it asks for a stage. */
export type Claim =
  /** The stage is the caller's until the lease expires. */
  | { readonly kind: 'claimed'; readonly workspace: Workspace; readonly lease: Lease }
  /** Somebody else works on it until then. */
  | { readonly kind: 'busy'; readonly until: Date }
  /** Finished before: only what follows may still have to be published. */
  | { readonly kind: 'settled'; readonly workspace: Workspace }
  /** Nothing to do any more: cancelled, replaced by a newer version, or an old step. */
  | { readonly kind: 'superseded' }
  /** The command does not fit the workspace; trying again cannot help. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The stage has been tried too often; it is marked failed and the user will be told. */
  | { readonly kind: 'exhausted'; readonly workspace: Workspace };

/** Decides on a command, inside the claim transaction. Pure: it may be run again on newer data. */
export function decideClaim(
  workspace: Workspace | undefined,
  command: StageCommand,
  { now, token, timings }: { now: Date; token: string; timings: Timings },
): Change<Claim> {
  if (workspace === undefined) return refuse('unknown-run');
  if (command.version > workspace.version) return refuse('unknown-version');
  const version = versionOf(workspace, command.version);
  const state = version.stages[command.stage];
  if (state?.lease?.token === token) {
    // The client runs a transaction again when the answer to its commit was lost: it is our own claim.
    return { result: { kind: 'claimed', workspace, lease: state.lease } };
  }
  const verdict = judge(workspace, version, state, command, now);
  if (verdict !== 'take') return settleProof(workspace, command, verdict, timings);

  const timing = timings.stages[command.stage];
  const attempts = (state?.attempts ?? 0) + 1;
  if (attempts > timing.maxDeliveryAttempts) {
    const reason = 'attempts-exhausted';
    const failed = failVersion(
      withoutOutboxEntry(workspace, outboxIdOf(command)),
      { key: command, stage: command.stage, reason, status: 'failed', kind: 'Bug' },
      now,
      timings,
    );
    return { ...failed, result: { kind: 'exhausted', workspace: failed.workspace } };
  }
  const fence = workspace.fence + 1;
  const until = new Date(now.getTime() + timing.leaseTtlMs).toISOString();
  const lease = { token, fence, until };
  const claimed = withStage({ ...workspace, fence }, command.version, command.stage, {
    status: 'running',
    attempts,
    step: command.step,
    startedAt: state?.startedAt ?? now.toISOString(),
    lease,
    ...(state?.lastError === undefined ? {} : { lastError: state.lastError }),
  });
  // The delivery that brings us here proves that its outbox entry was published.
  const next = withWakeAt(withoutOutboxEntry(claimed, outboxIdOf(command)), timings);
  return {
    result: { kind: 'claimed', workspace: next, lease },
    workspace: next,
    audit: [
      {
        at: now.toISOString(),
        event: `${command.stage}.claimed`,
        version: command.version,
        stage: command.stage,
        details: { attempt: attempts, step: command.step, fence },
      },
    ],
  };
}

function judge(
  workspace: Workspace,
  version: VersionState,
  state: StageState | undefined,
  command: StageCommand,
  now: Date,
): Claim | 'take' {
  const cancelled = version.status === 'cancelled' && command.stage !== 'notify';
  if (cancelled || command.version < workspace.version) {
    return { kind: 'superseded' };
  }
  if (state?.status === 'done' || state?.status === 'failed') return { kind: 'settled', workspace };
  if (isEnded(version.status) && command.stage !== 'notify') return { kind: 'superseded' };
  const dueStep = state?.step ?? firstStepOf(version, command.stage);
  if (command.step < dueStep || state?.status === 'needs_human') return { kind: 'superseded' };
  if (!isDue(version, command.stage)) return { kind: 'refused', reason: 'stage-not-due' };
  if (command.step > dueStep) return { kind: 'refused', reason: 'step-not-due' };
  if (state?.lease !== undefined && state.lease.until > now.toISOString()) {
    return { kind: 'busy', until: new Date(state.lease.until) };
  }
  return 'take';
}

/** A stage is due when the one before it is done; the last word is due also when the version ended early. */
function isDue(version: VersionState, stage: StageName): boolean {
  if (stage === 'notify' && isEnded(version.status)) return true;
  const before = STAGE_NAMES.find((name) => PIPELINE[name].next === stage);
  return before === undefined || version.stages[before]?.status === 'done';
}

/** A delivery proves its outbox entry also when there is nothing to do: else it would be published for ever. */
function settleProof(
  workspace: Workspace,
  command: StageCommand,
  verdict: Claim,
  timings: Timings,
): Change<Claim> {
  const id = outboxIdOf(command);
  const finished = verdict.kind === 'settled' || verdict.kind === 'superseded';
  if (!finished || !(id in workspace.outbox)) return { result: verdict };
  const proven = withWakeAt(withoutOutboxEntry(workspace, id), timings);
  const result = verdict.kind === 'settled' ? { ...verdict, workspace: proven } : verdict;
  return { result, workspace: proven };
}

function refuse(reason: string): Change<Claim> {
  return { result: { kind: 'refused', reason } };
}
