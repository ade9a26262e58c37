import { isEnded, type RunId, type VersionState, type Workspace } from '@dossier/contracts';
import { undeliveredOf } from '@dossier/workspace';
import type { Conversation } from './conversation.ts';

/**
 * The conversation without open runs that ended and were told of; itself when there are none.
 * @param handedOver runs whose ends the answer that comes now tells: LINE may refuse it, and then the
 * next event must still find them.
 */
export function tidied(
  conversation: Conversation,
  workspaces: ReadonlyMap<RunId, Workspace>,
  handedOver: readonly RunId[] = [],
): Conversation {
  const openRunIds = conversation.openRunIds.filter(
    (runId) => handedOver.includes(runId) || isOpen(workspaces.get(runId)),
  );
  return openRunIds.length === conversation.openRunIds.length
    ? conversation
    : { ...conversation, openRunIds };
}

function isOpen(workspace: Workspace | undefined): boolean {
  const newest = workspace?.versions[String(workspace.version)];
  if (workspace === undefined || newest === undefined) return false;
  return !isEnded(newest.status) || undeliveredOf(workspace).length > 0 || isUntold(newest);
}

/**
 * Its notice is on the way. A requester who cancels is answered at once, without one. The stage tells,
 * not `told`: versions that ended before that was kept have none.
 */
function isUntold({ status, stages }: VersionState): boolean {
  const notified = stages.notify?.status;
  return status !== 'cancelled' && notified !== 'done' && notified !== 'failed';
}
