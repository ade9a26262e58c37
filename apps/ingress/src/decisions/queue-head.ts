import type { RunId } from '@dossier/contracts';
import { withQueue, type Conversation } from '../conversation/conversation.ts';
import { begin, wordsOf } from './begin.ts';
import type { Decision } from './decision.ts';
import type { Situation } from './situation.ts';

/** A decision about the head of the queue; `question` is what began. */
export type FromQueue = Decision & {
  readonly conversation: Conversation;
  readonly question?: string;
};

/**
 * Begins what stands first in the queue, once the run `endedRunId` is out of the way. What cannot begin
 * any more (its report is gone) is dropped, and the next is looked at; what cannot begin yet stays.
 */
export function nextFromQueue(situation: Situation, endedRunId?: RunId): FromQueue {
  const { now, timings } = situation;
  const open = situation.conversation.openRunIds.filter((runId) => runId !== endedRunId);
  let conversation: Conversation = { ...situation.conversation, openRunIds: open };
  for (;;) {
    const [head, ...rest] = conversation.queue;
    if (head === undefined) return { conversation };
    const begun = begin({ ...situation, conversation: withQueue(conversation, rest, now) }, head);
    if (begun.say?.kind === 'still-running') {
      // How the run's newest version ended is still being told.
      const again = new Date(now.getTime() + timings.global.sweepEveryMs);
      return { conversation: withQueue(conversation, conversation.queue, again) };
    }
    conversation = withQueue(conversation, rest, now);
    if (begun.began === undefined) continue;
    const { counted: _counted, ...once } = begun;
    // It was counted when it was queued.
    return { ...once, conversation: begun.conversation ?? conversation, question: wordsOf(head) };
  }
}
