import type {
  AuditEntry,
  RunKey,
  StageName,
  StageState,
  Timings,
  VersionStatus,
  Workspace,
} from '@dossier/contracts';
import {
  firstStepOf,
  versionOf,
  withOutboxEntry,
  withStage,
  withVersion,
  withWakeAt,
} from './change.ts';

/** Why and how a version ends early. */
export interface VersionFailure {
  readonly key: RunKey;
  readonly stage: StageName;
  readonly reason: string;
  readonly status: Extract<VersionStatus, 'failed' | 'no_evidence'>;
  /** The kind of error that ended it. */
  readonly kind: 'Permanent' | 'Retryable' | 'Bug';
}

/**
 * Ends a version early: its stage is failed, its status final, and the user is told by `notify`.
 * A failure of `notify` itself asks for nothing more: nobody is left to tell.
 */
export function failVersion(
  workspace: Workspace,
  { key, stage, reason, status, kind }: VersionFailure,
  now: Date,
  timings: Timings,
): { workspace: Workspace; audit: AuditEntry[] } {
  const at = now.toISOString();
  const version = versionOf(workspace, key.version);
  const { lease: _given, ...before } = version.stages[stage] ?? newStage(at);
  const failed = withStage(workspace, key.version, stage, {
    ...before,
    status: 'failed',
    endedAt: at,
    lastError: { kind, reason, at },
  });
  const ended = withVersion(failed, key.version, {
    status: version.status === 'running' ? endOf(stage, status) : version.status,
    endedAt: version.endedAt ?? at,
    failure: version.failure ?? { stage, reason },
  });
  const told =
    stage === 'notify'
      ? ended
      : withOutboxEntry(ended, key, 'notify', firstStepOf(version, 'notify'), now);
  return {
    workspace: withWakeAt(told, timings),
    audit: [
      { at, event: `${stage}.failed`, version: key.version, stage, details: { reason, status } },
    ],
  };
}

/** A report that is published is there, even if telling its reader failed. */
function endOf(stage: StageName, status: VersionFailure['status']): VersionStatus {
  return stage === 'notify' ? 'done' : status;
}

function newStage(at: string): StageState {
  return { status: 'running', attempts: 0, step: 0, startedAt: at };
}
