import type { RunKey } from '@dossier/contracts';
import type { Asking } from './asking.ts';
import { decideEdit } from './decide-edit.ts';
import { decideFarewell, decideWelcome } from './decide-membership.ts';
import { decidePostback } from './decide-postback.ts';
import { decideText, type DecisionTools } from './decide-text.ts';
import { decideUnsend } from './decide-unsend.ts';
import { saying, type Decision } from './decision.ts';
import { isAllowed } from './limits.ts';
import type { Situation } from './situation.ts';

/** Kinds of asking that only people on the list of allowed senders, where there is one, may do. */
const GUARDED: readonly Asking['kind'][] = ['text', 'no-text', 'button', 'edit'];

/** One event, as far as it matters to what is decided. */
interface Asked {
  readonly asking: Asking;
  /** LINE's time of the event, in milliseconds. */
  readonly timestamp: number;
  /** What the message of the event began, when an earlier event about it did. */
  readonly run: RunKey | undefined;
}

/** Decides on one event. */
export async function decideAsking(
  situation: Situation,
  { asking, timestamp, run }: Asked,
  tools: DecisionTools,
): Promise<Decision> {
  if (GUARDED.includes(asking.kind) && !isAllowed(situation.limits, situation.requester)) {
    // An edit that does not speak to the bot asks for nothing that could be refused.
    const isTalk = asking.kind !== 'edit' || asking.text !== undefined;
    return isTalk ? saying({ kind: 'not-allowed' }) : {};
  }
  switch (asking.kind) {
    case 'text':
      return decideText(situation, asking.text, tools);
    case 'no-text':
      return saying({ kind: 'only-text' });
    case 'edit':
      return decideEdit(situation, asking.text, run, tools);
    case 'button':
      return decidePostback(situation, asking.data, tools);
    case 'unsend':
      return decideUnsend(situation, run);
    case 'welcome':
      return decideWelcome(situation, timestamp, tools);
    case 'farewell':
      return decideFarewell(situation, timestamp);
  }
}
