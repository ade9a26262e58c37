import { decideCancel } from '@dossier/workspace';
import type { PostbackAction } from '@dossier/line';
import { withoutPending } from '../conversation/conversation.ts';
import { begin, decideAsked, decideQueue, refusalOf, wordsOf } from './begin.ts';
import { saying, type Decision } from './decision.ts';
import { afterChange, mayChange, runningIn, type Situation } from './situation.ts';

/** A question waits a day for its choice; after that nobody remembers what the button was about. */
const PENDING_MS = 24 * 60 * 60 * 1_000;

type Choice = Extract<PostbackAction, { pending: unknown }>;

/** Does what the asker chose for a question that came while another was researched, or was unclear. */
export function decideChoice(situation: Situation, { act, pending }: Choice): Decision {
  const { conversation, now, requester } = situation;
  const asked = conversation.pending;
  const age = now.getTime() - Date.parse(asked?.askedAt ?? '');
  if (asked?.id !== pending || age > PENDING_MS) return saying({ kind: 'button-invalid' });
  if (!mayChange(situation, asked.requester)) return saying({ kind: 'not-owner' });
  const free: Situation = { ...situation, conversation: withoutPending(conversation) };
  // Whoever LINE did not name when they asked may be named now: the run is theirs then.
  const known = { ...asked, requester: { ...requester, ...asked.requester } };
  switch (act) {
    case 'wait':
      return {
        conversation: free.conversation,
        say: { kind: 'not-queued', question: wordsOf(known) },
      };
    case 'research':
      return decideAsked(free, known);
    case 'queue':
      return decideQueue(free, known);
    case 'cancel-first':
      return cancelFirst(free, known);
  }
}

function cancelFirst(situation: Situation, asked: Parameters<typeof begin>[1]): Decision {
  const { now, timings, conversation } = situation;
  const running = runningIn(situation);
  if (running === undefined) return decideAsked(situation, asked);
  if (!mayChange(situation, running.workspace.requester)) return saying({ kind: 'not-owner' });
  const refusal = refusalOf(situation, asked);
  if (refusal !== undefined) return saying(refusal);
  const { key, workspace } = running;
  const cancellation = { key, by: 'requester', cause: 'replaced-by-requester', tell: false };
  const cancelled = decideCancel(workspace, cancellation, now, timings);
  // A report that is published by now is not thrown away: its card is on the way.
  if (cancelled.result.kind === 'skipped') return decideQueue(situation, asked);
  const openRunIds = conversation.openRunIds.filter((runId) => runId !== key.runId);
  const free = {
    ...afterChange(situation, cancelled),
    conversation: { ...conversation, openRunIds },
  };
  const begun = begin(free, asked);
  // What cannot begin any more must not cost what is under way.
  if (begun.began === undefined) return begun;
  return { ...begun, changes: [cancelled, ...(begun.changes ?? [])] };
}
