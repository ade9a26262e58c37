import type { Timings, Workspace } from '@dossier/contracts';
import { decideResume, type NotResumable } from '@dossier/workspace';
import type { DeadCommand, DeadLetter } from './dead-letter.ts';
import { replayTokenOf } from './replay-token.ts';

/** Why a dead letter is not replayed: stable codes. */
export type SkipReason = NotResumable | 'already-replayed' | 'quarantined' | 'purged';

/** What a replay would do now. */
export type ReplayVerdict =
  | { readonly kind: 'replay'; readonly command: DeadCommand }
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  /** The body is no command: edit it first. */
  | { readonly kind: 'refuse'; readonly reason: 'malformed' };

/** Reasons that no later event can remove: the record is closed as `skipped`. */
const FINAL: readonly SkipReason[] = ['superseded', 'cancelled', 'finished', 'unknown-run'];

/** True when a record that is skipped for this reason can never be replayed. */
export function closesRecord(reason: SkipReason): boolean {
  return FINAL.includes(reason);
}

/** What stands in the way of a replay in the record alone; null when nothing does. */
export function barrierIn(
  { state, command }: DeadLetter,
  force: boolean,
): Exclude<ReplayVerdict, { kind: 'replay' }> | null {
  if (state === 'replayed') return { kind: 'skip', reason: 'already-replayed' };
  if (state === 'purged') return { kind: 'skip', reason: 'purged' };
  if (state === 'quarantined' && !force) return { kind: 'skip', reason: 'quarantined' };
  return command === null ? { kind: 'refuse', reason: 'malformed' } : null;
}

/** Whether a replay would be safe now, without doing it. */
export function verdictOf(
  letter: DeadLetter,
  workspace: Workspace | undefined,
  { force = false, now, timings }: { force?: boolean; now: Date; timings: Timings },
): ReplayVerdict {
  const barrier = barrierIn(letter, force);
  if (barrier !== null) return barrier;
  if (letter.command === null) return { kind: 'refuse', reason: 'malformed' };
  const { runId, version, stage } = letter.command;
  const { result } = decideResume(
    workspace,
    {
      key: { runId, version },
      stage,
      token: replayTokenOf(letter.id, letter.replayCount + 1),
      by: '',
      cause: '',
    },
    now,
    timings,
  );
  if (result.kind === 'skipped') return { kind: 'skip', reason: result.reason };
  return { kind: 'replay', command: idsOf(result.command) };
}

/** The plain ids of a command, as Firestore can keep them. */
export function idsOf({ runId, version, stage, step }: DeadCommand): DeadCommand {
  return { runId, version, stage, step };
}
