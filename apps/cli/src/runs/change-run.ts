import type { RunId, RunKey, StageCommand, StageName, Workspace } from '@dossier/contracts';
import {
  decideCancel,
  decideResume,
  type Cancelled,
  type CommandPublisher,
  type NotResumable,
  type Resumed,
} from '@dossier/workspace';
import type { Cloud } from '../cloud-connection.ts';
import { CommandStopped, EXIT, type ExitCode } from '../command-exit.ts';

/** Which version, on whose word. */
export interface RunChange {
  readonly runId: RunId;
  /** The newest when absent. */
  readonly version?: number | undefined;
  readonly by: string;
  readonly reason: string;
}

type Means = Pick<Cloud, 'store' | 'clock' | 'ids' | 'timings'> & {
  readonly commands: CommandPublisher;
};

/**
 * Gives a version up, and lets its user be told unless `quiet`.
 * @returns a sentence for the operator.
 * @throws CommandStopped when there is nothing to give up.
 */
export async function cancelRun(
  { store, commands, clock, timings }: Means,
  { quiet, ...change }: RunChange & { readonly quiet: boolean },
): Promise<string> {
  const { by, reason: cause } = change;
  let decided = false;
  const decide = (workspace: Workspace | undefined) => {
    const key = keyOf(workspace, change);
    // The client runs this again when the answer to its commit was lost: it may be our own end.
    const before = decided && workspace !== undefined ? givenUp(workspace, key) : undefined;
    if (before !== undefined) return { result: before };
    const wish = { key, by, cause, tell: !quiet };
    const cancelled = decideCancel(workspace, wish, clock.now(), timings);
    decided = cancelled.result.kind === 'cancelled';
    return cancelled;
  };
  const result: Cancelled = await store.change<Cancelled>(change.runId, decide, {
    applied: (workspace) => givenUp(workspace, keyOf(workspace, change)),
  });
  if (result.kind === 'skipped') throw refusedCancel(result.reason, change);
  const told = await publishAll(commands, result.commands);
  const user = quiet ? 'The user is not told.' : `The user will be told${told}.`;
  return `Run ${change.runId} is cancelled. ${user}`;
}

/**
 * Takes a version up again at the stage that failed, or that waits for a decision: this is one.
 * @returns a sentence for the operator.
 * @throws CommandStopped when it cannot go on.
 */
export async function retryRun(
  { store, commands, clock, ids, timings }: Means,
  { stage, ...change }: RunChange & { readonly stage?: StageName | undefined },
): Promise<string> {
  const token = ids.next();
  const { by, reason: cause } = change;
  const decide = (workspace: Workspace | undefined) => {
    const key = keyOf(workspace, change);
    const about = stage === undefined ? {} : { stage };
    const wish = { key, token, by, cause, decides: true, ...about };
    return decideResume(workspace, wish, clock.now(), timings);
  };
  const result: Resumed = await store.change<Resumed>(change.runId, decide, {
    applied: (workspace) => {
      const { version } = keyOf(workspace, change);
      const mine = workspace.versions[String(version)]?.resumedBy === token;
      return mine ? decide(workspace).result : undefined;
    },
  });
  if (result.kind === 'skipped') throw refusedRetry(result.reason, change);
  const later = await publishAll(commands, [result.command]);
  return `Run ${change.runId} goes on at ${result.command.stage}${later}.`;
}

function keyOf(workspace: Workspace | undefined, { runId, version }: RunChange): RunKey {
  return { runId, version: version ?? workspace?.version ?? 1 };
}

/** What stands in the store after a cancellation whose answer was lost. */
function givenUp({ versions, outbox }: Workspace, key: RunKey): Cancelled | undefined {
  if (versions[String(key.version)]?.status !== 'cancelled') return undefined;
  const commands = Object.values(outbox)
    .filter(({ version, stage }) => version === key.version && stage === 'notify')
    .map(({ stage, version, step }) => ({ runId: key.runId, stage, version, step }));
  return { kind: 'cancelled', commands };
}

/** @returns what to add to a promise: nothing, or that the sweep keeps it. */
async function publishAll(
  publisher: CommandPublisher,
  commands: readonly StageCommand[],
): Promise<string> {
  try {
    for (const command of commands) await publisher.publish(command);
    return '';
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return ` by the next sweep (Pub/Sub took no message: ${why})`;
  }
}

type Refusal = Extract<Cancelled, { kind: 'skipped' }>['reason'] | NotResumable;

const UNKNOWN: Partial<Record<Refusal, string>> = {
  'unknown-run': 'There is no such run',
  'unknown-version': 'This run has no such version',
};

function refusedCancel(
  reason: Extract<Cancelled, { kind: 'skipped' }>['reason'],
  change: RunChange,
): CommandStopped {
  const why = {
    superseded: 'A newer version has taken its place; nothing of it will be done any more',
    finished: 'It has ended, or its report is published',
    'already-cancelled': 'It was cancelled before',
  } as const;
  const nothing = reason === 'already-cancelled' ? EXIT.nothing : EXIT.failed;
  return stopped('Nothing to cancel', reason, { ...UNKNOWN, ...why }, nothing, change);
}

function refusedRetry(reason: NotResumable, change: RunChange): CommandStopped {
  const why = {
    superseded: 'A newer version has taken its place; look at that',
    cancelled: 'It was cancelled; ask the question anew',
    'still-running': 'It is still running (runs show)',
    finished: 'It has ended well',
    'not-failed': 'This stage did not fail',
  } as const;
  return stopped('Cannot go on', reason, { ...UNKNOWN, ...why }, EXIT.failed, change);
}

function stopped(
  what: string,
  reason: Refusal,
  explanations: Partial<Record<Refusal, string>>,
  otherwise: ExitCode,
  { runId, version }: RunChange,
): CommandStopped {
  const code = reason in UNKNOWN ? EXIT.nothing : otherwise;
  const of = version === undefined ? runId : `${runId}, version ${version}`;
  const why = explanations[reason] ?? 'It cannot be changed now';
  return new CommandStopped(code, `${what}: ${of}. ${why} (${reason}).`);
}
