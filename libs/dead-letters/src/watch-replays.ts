import type { RunId, StageName, Workspace } from '@dossier/contracts';
import type { WorkspaceStore } from '@dossier/workspace';
import type { DeadLetter } from './dead-letter.ts';
import type { DeadLetterStore } from './dead-letter-store.ts';

/** A replay whose end is awaited. */
export interface WatchedReplay {
  readonly id: string;
  readonly runId: RunId;
  readonly version: number;
  readonly stage: StageName;
  readonly resumptions: number;
}

/** How a replayed stage ended; `pending` while it has not. */
export type ReplayEnd = 'good' | 'bad' | 'pending';

/**
 * How the stage that was taken up again has ended. A version that was cancelled, or followed by a
 * newer one, says nothing against the replay.
 */
export function endOfReplay(
  workspace: Workspace | undefined,
  { version: number, stage, resumptions }: WatchedReplay,
): ReplayEnd {
  const version = workspace?.versions[String(number)];
  if (workspace === undefined || version === undefined) return 'bad';
  // It failed, and somebody has taken it up once more.
  if ((version.resumptions ?? 0) > resumptions) return 'bad';
  const status = version.stages[stage]?.status;
  if (status === 'failed') return 'bad';
  const over = workspace.version > number || version.status === 'cancelled';
  return status === 'done' || status === 'needs_human' || over ? 'good' : 'pending';
}

/** Looks once at replays that have not ended, also for dead letters that they ended in. */
export async function lookAt(
  replays: readonly WatchedReplay[],
  { letters, workspaces }: { letters: DeadLetterStore; workspaces: WorkspaceStore },
): Promise<Map<WatchedReplay, ReplayEnd>> {
  const ends = replays.map(async (replay): Promise<[WatchedReplay, ReplayEnd]> => {
    const end = endOfReplay(await workspaces.read(replay.runId), replay);
    // A command that a stage refuses dies without a trace in its run.
    const died = end === 'pending' && (await letters.successorsOf(replay.id)).length > 0;
    return [replay, died ? 'bad' : end];
  });
  return new Map(await Promise.all(ends));
}

/** The replays among the records that a job has closed. */
export function replaysAmong(closed: readonly DeadLetter[]): WatchedReplay[] {
  return closed.flatMap(({ id, closed: closing }) => {
    if (closing?.command == null || closing.resumptions === null) return [];
    const { runId, version, stage } = closing.command;
    return [{ id, runId, version, stage, resumptions: closing.resumptions }];
  });
}
