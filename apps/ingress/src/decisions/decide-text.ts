import { MAX_QUESTION_LENGTH } from '@dossier/contracts';
import { understand, wishInWords, type Answer, type Intent } from '@dossier/line';
import type { Asked } from '../conversation/conversation.ts';
import { decideAsked } from './begin.ts';
import { decideAnswer } from './decide-answer.ts';
import { saying, type Decision } from './decision.ts';
import { decideFollowUp, type ReadChapters } from './decide-follow-up.ts';
import { decideRunCommand } from './decide-run-command.ts';
import { newestReport, targetOf, type Situation } from './situation.ts';

/** What deciding needs beside the situation. */
export interface DecisionTools {
  readonly readChapters: ReadChapters;
  /** Text with which a group addresses the bot. */
  readonly prefix: string;
  /** Whether the planner can find out what a wish in words means; else an unclear one is asked back about. */
  readonly readsWishes: boolean;
}

/** Decides on what a person wrote to the bot: `text` is masked, and without the mention of the bot. */
export async function decideText(
  situation: Situation,
  text: string,
  tools: DecisionTools,
): Promise<Decision> {
  const intent = understand(text);
  switch (intent.kind) {
    case 'research':
      return (
        inWords(situation, { text, intent }, tools) ??
        decideAsked(situation, newQuestion(situation, intent.question))
      );
    case 'follow-up':
      return decideFollowUp(situation, intent.wish, tools.readChapters);
    case 'choose-chapter':
    case 'choose-language':
      return decideFollowUp(situation, intent, tools.readChapters);
    case 'republish':
      return decideFollowUp(situation, { kind: 'republish' }, tools.readChapters);
    case 'status':
    case 'cancel':
    case 'link':
    case 'versions':
    case 'retry':
    case 'approve-plan':
    case 'edit-plan':
      return decideRunCommand(situation, intent.kind);
    case 'history':
      return history(situation);
    case 'new-topic':
      return newTopic(situation);
    case 'unclear':
      return (
        (await decideAnswer(situation, intent.text, tools.readChapters)) ??
        inWords(situation, { text, intent }, tools) ??
        unclear(situation, intent.text)
      );
    default:
      return saying(plainAnswer(intent, situation, tools));
  }
}

/** The list of the conversation's runs. */
export function history({ conversation }: Situation): Decision {
  if (conversation.runIds.length === 0) return saying({ kind: 'no-run' });
  return saying({ kind: 'tell-history', conversation });
}

/** From now on no report is spoken of; what is under way goes on. */
export function newTopic({ conversation }: Situation): Decision {
  const { currentRunId: _left, ...rest } = conversation;
  return { conversation: rest, say: { kind: 'new-topic' } };
}

/** The answer about what the bot can do. */
export function help({ requester }: Situation, { prefix }: DecisionTools): Answer {
  return { kind: 'help', group: isGroup(requester.conversationId), prefix };
}

/** Whether a conversation has several people. */
export function isGroup(conversationId: string): boolean {
  return !conversationId.startsWith('user:');
}

type Plain = Exclude<
  Intent,
  { kind: 'research' | 'follow-up' | 'choose-chapter' | 'choose-language' | 'unclear' }
>;

function plainAnswer(intent: Plain, situation: Situation, tools: DecisionTools): Answer {
  switch (intent.kind) {
    case 'too-long':
      return { kind: 'too-long', length: intent.length, limit: MAX_QUESTION_LENGTH };
    case 'greeting':
    case 'thanks':
    case 'ask-question':
      return { kind: intent.kind };
    default:
      return help(situation, tools);
  }
}

/** A further version of the report that the words speak of, where its planner can read them. */
function inWords(
  situation: Situation,
  { text, intent }: { readonly text: string; readonly intent: Intent },
  { readsWishes, readChapters }: DecisionTools,
): Promise<Decision> | undefined {
  const target = targetOf(situation);
  if (!readsWishes || target === undefined || newestReport(target.workspace) === undefined) {
    return undefined;
  }
  const quotesReport = situation.quoted?.runId === target.key.runId;
  const wish = wishInWords(text, intent, { quotesReport });
  return wish && decideFollowUp(situation, wish, readChapters);
}

function unclear(situation: Situation, text: string): Decision {
  const pending = newQuestion(situation, text);
  const target = targetOf(situation);
  const report = target && newestReport(target.workspace);
  return {
    conversation: { ...situation.conversation, pending },
    say: {
      kind: 'unclear',
      text,
      pending: pending.id,
      hasReport: report !== undefined,
      ...(report !== undefined && { report }),
    },
  };
}

/** A question as somebody asks it now. */
export function newQuestion(situation: Situation, question: string): Asked {
  const { ownRunId, requester, now, messageKey } = situation;
  return {
    id: ownRunId,
    requester,
    askedAt: now.toISOString(),
    ...(messageKey !== undefined && { messageKey }),
    what: { kind: 'new', question },
  };
}
