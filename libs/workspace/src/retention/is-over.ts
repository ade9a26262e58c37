import { isEnded, type VersionState, type Workspace } from '@dossier/contracts';

/**
 * True when nothing of a run is under way or waits for a person, and nothing has happened in it since
 * `before`. A follow-up makes an old run young again.
 */
export function isOver(workspace: Workspace, before: Date): boolean {
  const versions = Object.values(workspace.versions);
  const limit = before.toISOString();
  return (
    versions.every(({ status }) => isEnded(status)) &&
    [workspace.createdAt, ...versions.flatMap(instantsOf)].every((instant) => instant <= limit)
  );
}

function instantsOf({ startedAt, endedAt, told }: VersionState): string[] {
  return [startedAt, endedAt, told?.at].filter((instant) => instant !== undefined);
}
