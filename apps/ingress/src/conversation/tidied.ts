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
  if (!isEnded(newest.status) || undeliveredOf(workspace).length > 0) return true;
  return isUntold(workspace, newest);
}

/**
 * Its notice is on the way. A requester who cancels is answered at once, without one; an operator's
 * cancel has one. The stage tells, not `told`: versions that ended before that was kept have none.
 */
function isUntold({ outbox }: Workspace, { status, stages }: VersionState): boolean {
  const notified = stages.notify?.status;
  if (notified === 'done' || notified === 'failed' || notified === 'cancelled') return false;
  const due = Object.values(outbox).some(({ stage }) => stage === 'notify');
  return status !== 'cancelled' || notified !== undefined || due;
}
