import { decideReach } from '@dossier/workspace';
import { withoutPending, withQueue, type Conversation } from '../conversation/conversation.ts';
import { isGroup, type DecisionTools } from './decide-text.ts';
import type { Decision } from './decision.ts';
import type { Situation } from './situation.ts';

/** Somebody added the bot (again), or it joined a group. */
export function decideWelcome(
  situation: Situation,
  timestamp: number,
  { prefix }: DecisionTools,
): Decision {
  const { requester } = situation;
  const group = isGroup(requester.conversationId);
  return { ...reachable(situation, timestamp), say: { kind: 'welcome', group, prefix } };
}

/** The bot is welcome here, as the event proves: what was held back may be sent again. */
export function reachable(situation: Situation, timestamp: number): Decision {
  const { conversation } = situation;
  if (isOutdated(conversation, timestamp)) return {};
  const { unreachableSince, ...rest } = conversation;
  return {
    conversation: { ...rest, membershipAt: timestamp },
    ...(unreachableSince !== undefined && { changes: reachOfOpenRuns(situation, true) }),
  };
}

/**
 * Somebody blocked the bot, or it had to leave a group: nothing is pushed there any more, and nothing
 * that waits begins. Runs under way go on; their reports are handed over should the person come back.
 */
export function decideFarewell(situation: Situation, timestamp: number): Decision {
  const { conversation, now } = situation;
  if (isOutdated(conversation, timestamp)) return {};
  return {
    conversation: {
      ...withQueue(withoutPending(conversation), [], now),
      unreachableSince: now.toISOString(),
      membershipAt: timestamp,
    },
    changes: reachOfOpenRuns(situation, false),
  };
}

/** Events come out of order: the newest by LINE's time holds. */
function isOutdated({ membershipAt }: Conversation, timestamp: number): boolean {
  return membershipAt !== undefined && timestamp < membershipAt;
}

function reachOfOpenRuns({ conversation, workspaces, now }: Situation, isReachable: boolean) {
  return conversation.openRunIds.flatMap((runId) => {
    const workspace = workspaces.get(runId);
    return workspace === undefined ? [] : [decideReach(workspace, isReachable, now)];
  });
}
