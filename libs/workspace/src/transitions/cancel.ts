import {
  commandFor,
  isEnded,
  type RunKey,
  type StageCommand,
  type StageName,
  type StageState,
  type Timings,
  type Workspace,
} from '@dossier/contracts';
import {
  firstStepOf,
  stageEntries,
  versionOf,
  withOutboxEntry,
  withVersion,
  withWakeAt,
  type Change,
} from './change.ts';

/** What became of the wish to give a version up. */
export type Cancelled =
  /** `commands` stand in the outbox: the user is still to be told. Publish them after the commit. */
  | { readonly kind: 'cancelled'; readonly commands: readonly StageCommand[] }
  | {
      readonly kind: 'skipped';
      /** `finished`: it ended before, or its report is published and only the card is missing. */
      readonly reason:
        'unknown-run' | 'unknown-version' | 'superseded' | 'finished' | 'already-cancelled';
    };

/** Who gives a version up, and why. */
export interface Cancellation {
  readonly key: RunKey;
  readonly by: string;
  /** Why, for the audit trail: a code, an id, or an operator's own words; never a user's. */
  readonly cause: string;
  /** Whether the user hears of it by a push. False when they asked for it and are answered directly. */
  readonly tell: boolean;
}

/**
 * Gives a version up. Whoever works on it loses its lease, so what is made is thrown away; commands
 * under way find it superseded.
 */
export function decideCancel(
  workspace: Workspace | undefined,
  { key, by, cause, tell }: Cancellation,
  now: Date,
  timings: Timings,
): Change<Cancelled> {
  if (workspace === undefined) return skip('unknown-run');
  if (key.version > workspace.version) return skip('unknown-version');
  if (key.version < workspace.version) return skip('superseded');
  const version = versionOf(workspace, key.version);
  if (version.status === 'cancelled') return skip('already-cancelled');
  if (isEnded(version.status) || version.stages.publish?.status === 'done') return skip('finished');

  const at = now.toISOString();
  const stages = Object.fromEntries(
    stageEntries(version).map(([name, state]): [StageName, StageState] => {
      if (state.status === 'done') return [name, state];
      const { lease: _lost, waitingSince: _waited, ...rest } = state;
      return [name, { ...rest, status: 'cancelled', endedAt: at }];
    }),
  );
  const outbox = Object.fromEntries(
    Object.entries(workspace.outbox).filter(([, entry]) => entry.version !== key.version),
  );
  const ended = withVersion({ ...workspace, outbox }, key.version, {
    status: 'cancelled',
    endedAt: at,
    stages,
  });
  const step = firstStepOf(version, 'notify');
  const told = tell ? withOutboxEntry(ended, key, 'notify', step, now) : ended;
  return {
    result: { kind: 'cancelled', commands: tell ? [commandFor(key, 'notify', step)] : [] },
    workspace: withWakeAt(told, timings),
    audit: [{ at, event: 'run.cancelled', version: key.version, details: { by, cause } }],
  };
}

function skip(reason: Extract<Cancelled, { kind: 'skipped' }>['reason']): Change<Cancelled> {
  return { result: { kind: 'skipped', reason } };
}
