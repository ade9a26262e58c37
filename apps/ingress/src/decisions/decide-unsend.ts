import type { RunKey } from '@dossier/contracts';
import { decideCancel, decideErase, type Change } from '@dossier/workspace';
import {
  withoutAskedBack,
  withoutPending,
  withQueue,
  type Asked,
  type Conversation,
} from '../conversation/conversation.ts';
import type { Decision } from './decision.ts';
import { nextFromQueue } from './queue-head.ts';
import { afterChange, type Situation } from './situation.ts';

/** Stands where a person's words stood before they took them back. */
const ERASED = '（已收回的訊息）';

/**
 * A person took a message back: what it asked for is given up while it is still being planned, and
 * its words are erased wherever they wait or are kept as a request. Nothing is said: an unsend has no
 * reply token, and who takes something back wants no talk about it.
 */
export function decideUnsend(situation: Situation, run: RunKey | undefined): Decision {
  const conversation = withoutQuestionOf(run, withoutMessage(situation));
  const workspace = run && situation.workspaces.get(run.runId);
  if (run === undefined || workspace?.versions[String(run.version)] === undefined) {
    return { conversation };
  }
  const { now, timings } = situation;
  const planned = workspace.versions[String(run.version)]?.stages.plan?.status === 'done';
  const cancellation = { key: run, by: 'requester', cause: 'message-unsent', tell: false };
  const cancelled = planned ? undefined : decideCancel(workspace, cancellation, now, timings);
  const erased = decideErase(cancelled?.workspace ?? workspace, run.version, ERASED, now);
  const change: Change<unknown> = {
    ...erased,
    audit: [...(cancelled?.audit ?? []), ...(erased.audit ?? [])],
  };
  if (cancelled?.workspace === undefined) return { conversation, changes: [change] };
  const {
    question: _begun,
    say: _silent,
    ...next
  } = nextFromQueue({ ...afterChange(situation, change), conversation }, run.runId);
  return { ...next, changes: [change, ...(next.changes ?? [])] };
}

function withoutMessage({ conversation, messageKey, now }: Situation): Conversation {
  const stays = (asked: { messageKey?: string }): boolean => asked.messageKey !== messageKey;
  const { pending, queue, askedBack } = conversation;
  const unasked =
    askedBack === undefined || stays(askedBack) ? conversation : withoutAskedBack(conversation);
  const kept = pending === undefined || stays(pending) ? unasked : withoutPending(unasked);
  const left = queue.filter(stays);
  return left.length === queue.length ? kept : withQueue(kept, left, now);
}

/** A follow-up that waits repeats the question of its run: taken back with the run's first message. */
function withoutQuestionOf(run: RunKey | undefined, conversation: Conversation): Conversation {
  if (run?.version !== 1) return conversation;
  const { pending, queue } = conversation;
  const erased = (asked: Asked): Asked =>
    asked.what.kind === 'follow-up' && asked.what.runId === run.runId
      ? { ...asked, what: { ...asked.what, question: ERASED } }
      : asked;
  return {
    ...conversation,
    queue: queue.map(erased),
    ...(pending !== undefined && { pending: erased(pending) }),
  };
}
