import { isEnded, type RunId, type VersionState, type Workspace } from '@dossier/contracts';
import { undeliveredOf } from '@dossier/workspace';
import type { Conversation } from './conversation.ts';

/** The conversation without open runs that ended and were told of; itself when there are none. */
export function tidied(
  conversation: Conversation,
  workspaces: ReadonlyMap<RunId, Workspace>,
): Conversation {
  const openRunIds = conversation.openRunIds.filter((runId) => isOpen(workspaces.get(runId)));
  return openRunIds.length === conversation.openRunIds.length
    ? conversation
    : { ...conversation, openRunIds };
}

function isOpen(workspace: Workspace | undefined): boolean {
  const newest = workspace?.versions[String(workspace.version)];
  if (workspace === undefined || newest === undefined) return false;
  return !isEnded(newest.status) || undeliveredOf(workspace).length > 0 || isUntold(newest);
}

/** Its notice is on the way. A requester who cancels is answered at once, without one. */
function isUntold({ status, told, stages }: VersionState): boolean {
  return status !== 'cancelled' && told === undefined && stages.notify?.status !== 'failed';
}
