import {
  commandFor,
  isEnded,
  outboxIdOf,
  type StageCommand,
  type Timings,
  type Workspace,
} from '@dossier/contracts';
import { firstStepOf, versionOf, withoutOutboxEntry, type Change } from './change.ts';
import { failVersion } from './fail.ts';

/** What a dead letter meant for its run. */
export type Burial =
  /** Its stage is marked failed now, and the user will be told: publish `commands` after the commit. */
  | { readonly kind: 'failed'; readonly commands: readonly StageCommand[] }
  /** Nothing to mark: the run goes on, has ended, or is not known. */
  | {
      readonly kind: 'unaffected';
      readonly reason:
        | 'unknown-run'
        | 'unknown-version'
        | 'superseded'
        | 'ended'
        | 'finished'
        | 'failed-before'
        | 'in-work'
        | 'waits-for-person'
        | 'not-begun';
    };

/**
 * Marks the stage of a command that Pub/Sub gave up: every worker that took it died before it could
 * write why. A stage in somebody's hands is left alone, since a copy of the command is being worked on.
 */
export function decideBurial(
  workspace: Workspace | undefined,
  command: StageCommand,
  reason: string,
  now: Date,
  timings: Timings,
): Change<Burial> {
  if (workspace === undefined) return unaffected('unknown-run');
  if (command.version > workspace.version) return unaffected('unknown-version');
  if (command.version < workspace.version) return unaffected('superseded');
  const version = versionOf(workspace, command.version);
  const state = version.stages[command.stage];
  if (state?.status === 'done') return unaffected('finished');
  if (state?.status === 'failed') return unaffected('failed-before');
  if (isEnded(version.status) && command.stage !== 'notify') return unaffected('ended');
  const dueStep = state?.step ?? firstStepOf(version, command.stage);
  if (command.step < dueStep) return unaffected('finished');
  const asked = outboxIdOf(command) in workspace.outbox;
  if (state === undefined && !asked) return unaffected('not-begun');
  if (state?.status === 'needs_human') return unaffected('waits-for-person');
  if (state?.lease !== undefined && state.lease.until > now.toISOString()) {
    return unaffected('in-work');
  }
  const { stage } = command;
  const failure = { key: command, stage, reason, status: 'failed', kind: 'Bug' } as const;
  const failed = failVersion(
    withoutOutboxEntry(workspace, outboxIdOf(command)),
    failure,
    now,
    timings,
  );
  const told = Object.values(failed.workspace.outbox)
    .filter((entry) => entry.version === command.version && entry.stage === 'notify')
    .map((entry) => commandFor(command, entry.stage, entry.step));
  return { ...failed, result: { kind: 'failed', commands: told } };
}

function unaffected(reason: Extract<Burial, { kind: 'unaffected' }>['reason']): Change<Burial> {
  return { result: { kind: 'unaffected', reason } };
}
