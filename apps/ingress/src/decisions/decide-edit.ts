import type { RunKey } from '@dossier/contracts';
import { decideCancel } from '@dossier/workspace';
import { withoutAskedBack, withoutPending, withQueue } from '../conversation/conversation.ts';
import { decideText, type DecisionTools } from './decide-text.ts';
import type { Decision } from './decision.ts';
import { afterChange, type Situation } from './situation.ts';

/**
 * A message was edited (groups only): what the old words asked for is given up while it is still being
 * planned, or waits, and the new words are taken instead. Later than that the edit comes too late.
 * @param text the new words to the bot; undefined when they do not speak to it any more.
 * @param run what the old words began.
 */
export async function decideEdit(
  situation: Situation,
  text: string | undefined,
  run: RunKey | undefined,
  tools: DecisionTools,
): Promise<Decision> {
  const { now, timings, workspaces } = situation;
  const workspace = run && workspaces.get(run.runId);
  const version = run && workspace?.versions[String(run.version)];
  if (version?.stages.plan?.status === 'done') return {};
  const conversation = withoutOldWords(situation, run);
  const cancelled =
    run === undefined || workspace === undefined
      ? undefined
      : decideCancel(
          workspace,
          { key: run, by: 'requester', cause: 'message-edited', tell: false },
          now,
          timings,
        );
  const given = cancelled?.workspace === undefined ? [] : [cancelled];
  const free = given.reduce(afterChange, situation);
  const decided =
    text === undefined
      ? { conversation }
      : await decideText({ ...free, conversation }, text, tools);
  return {
    ...decided,
    conversation: decided.conversation ?? conversation,
    changes: [...given, ...(decided.changes ?? [])],
  };
}

function withoutOldWords(
  { conversation, messageKey, now }: Situation,
  run: RunKey | undefined,
): Situation['conversation'] {
  const { pending, queue, askedBack } = conversation;
  const unasked =
    askedBack?.messageKey === messageKey ? withoutAskedBack(conversation) : conversation;
  const asked = pending?.messageKey === messageKey ? withoutPending(unasked) : unasked;
  const left = queue.filter((each) => each.messageKey !== messageKey);
  const waiting = left.length === queue.length ? asked : withQueue(asked, left, now);
  const openRunIds = waiting.openRunIds.filter((runId) => runId !== run?.runId);
  return openRunIds.length === waiting.openRunIds.length ? waiting : { ...waiting, openRunIds };
}
