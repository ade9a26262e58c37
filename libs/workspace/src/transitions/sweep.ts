import {
  commandFor,
  DECISION_EXPIRED,
  outboxIdOf,
  type StageCommand,
  type StageName,
  type StageState,
  type Timings,
  type Workspace,
} from '@dossier/contracts';
import {
  firstStepOf,
  repeatAt,
  staleAfter,
  stageEntries,
  versionOf,
  withOutboxEntry,
  withWakeAt,
  type Change,
} from './change.ts';
import { failVersion } from './fail.ts';

/** What the durable timer did to one workspace. */
export interface Swept {
  /** They stand in the outbox: publish them after the commit. */
  readonly commands: readonly StageCommand[];
  /** A version that waited too long for a person has ended. */
  readonly closed: boolean;
}

/**
 * What the durable timer has to do for one workspace: commands that were published too long ago
 * without effect, stages whose worker died, and decisions that nobody took in time. All commands are
 * (back) in the outbox afterwards, so that a sweep which dies before it publishes is repeated by the
 * next one.
 */
export function decideSweep(
  workspace: Workspace | undefined,
  now: Date,
  timings: Timings,
): Change<Swept> {
  if (workspace?.wakeAt === undefined || workspace.wakeAt > now.toISOString()) {
    return { result: { commands: [], closed: false } };
  }
  return decideExpiry(workspace, now, timings) ?? decideRepeats(workspace, now, timings);
}

/** Ends a version that waited too long for a person; undefined when none did. */
function decideExpiry(
  workspace: Workspace,
  now: Date,
  timings: Timings,
): Change<Swept> | undefined {
  const { runId, version } = workspace;
  const key = { runId, version };
  const expired = stageEntries(versionOf(workspace, version)).find(
    ([stage, state]) =>
      state.status === 'needs_human' && (staleAfter(stage, state, timings) ?? now) < now,
  );
  if (expired === undefined) return undefined;
  const [stage] = expired;
  const failure = { key, stage, reason: DECISION_EXPIRED, status: 'failed' } as const;
  const failed = failVersion(workspace, { ...failure, kind: 'Permanent' }, now, timings);
  const step = firstStepOf(versionOf(workspace, version), 'notify');
  const told = stage === 'notify' ? [] : [commandFor(key, 'notify', step)];
  return { ...failed, result: { commands: told, closed: true } };
}

function decideRepeats(workspace: Workspace, now: Date, timings: Timings): Change<Swept> {
  const at = now.toISOString();
  const { runId, version } = workspace;
  const lost = Object.values(workspace.outbox)
    .filter((entry) => repeatAt(entry, timings) <= now)
    .map((entry) => commandFor({ runId, version: entry.version }, entry.stage, entry.step));
  const abandoned = stageEntries(versionOf(workspace, version))
    .filter(([stage, state]) => (staleAfter(stage, state, timings) ?? now) < now)
    .map(([stage, state]) => commandFor({ runId, version }, stage, state.step));
  const commands = new Map([...lost, ...abandoned].map((each) => [outboxIdOf(each), each]));
  const republished = [...commands.values()].reduce(
    (changed, { version: of, stage, step }) =>
      withOutboxEntry(changed, { runId, version: of }, stage, step, now),
    workspace,
  );
  return {
    result: { commands: [...commands.values()], closed: false },
    workspace: withWakeAt(markTaken(republished, now, timings), timings),
    audit: [...commands.values()].map((command) => ({
      at,
      event: `${command.stage}.requested-again`,
      version: command.version,
      stage: command.stage,
    })),
  };
}

/** A dead worker's lease is dropped, so that the stage waits for its command instead of waking the sweep at once. */
function markTaken(workspace: Workspace, now: Date, timings: Timings): Workspace {
  const state = versionOf(workspace, workspace.version);
  const stages = Object.fromEntries(
    stageEntries(state).map(([stage, each]): [StageName, StageState] => {
      if ((staleAfter(stage, each, timings) ?? now) >= now) return [stage, each];
      const { lease: _expired, ...rest } = each;
      const lastError = {
        kind: each.lease === undefined ? (each.lastError?.kind ?? 'Retryable') : 'Retryable',
        reason:
          each.lease === undefined
            ? (each.lastError?.reason ?? 'not-redelivered')
            : 'lease-expired',
        at: now.toISOString(),
        // What the attempt before it left for the next one is still true.
        ...(each.lastError?.details !== undefined && { details: each.lastError.details }),
      };
      return [stage, { ...rest, status: 'waiting', waitingSince: lastError.at, lastError }];
    }),
  );
  return {
    ...workspace,
    versions: { ...workspace.versions, [String(workspace.version)]: { ...state, stages } },
  };
}
