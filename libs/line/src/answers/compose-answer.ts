import { findProblems } from '../limits/find-problems.ts';
import type { LineMessage } from '../line-message.ts';
import {
  firstThatFits,
  type Alternatives,
  type AnswerKind,
  type AnswerOf,
  type Composers,
} from './alternatives.ts';
import type { Answer } from './answer.ts';
import { FOLLOW_UP_ANSWERS } from './follow-up-answers.ts';
import { HELP_ANSWER } from './help-answer.ts';
import { QUESTION_ANSWERS } from './question-answers.ts';
import { REPORT_ANSWERS } from './report-answers.ts';
import { RUN_ANSWERS } from './run-answers.ts';
import { SMALL_ANSWERS } from './small-answers.ts';

/** How an answer is sent. */
export interface ComposeOptions {
  /** Of the message that is answered: in groups, readers see which question this is about. */
  readonly quoteToken?: string;
}

/** Every kind of answer, so that a new kind without words does not compile. */
const COMPOSERS: Composers<AnswerKind> = {
  ...SMALL_ANSWERS,
  ...HELP_ANSWER,
  ...QUESTION_ANSWERS,
  ...RUN_ANSWERS,
  ...FOLLOW_UP_ANSWERS,
  ...REPORT_ANSWERS,
};

/**
 * One to five messages that say an answer in Traditional Chinese, and that LINE takes whatever the
 * texts in it are: what would not fit is cut, then left out, then said without a card. Quick replies
 * stand on the last message. A quote needs a text to stand on, so an accepted question gets one.
 */
export function composeAnswer(answer: Answer, { quoteToken }: ComposeOptions = {}): LineMessage[] {
  const messages = [...firstThatFits(alternativesOf(answer.kind, answer))];
  if (quoteToken === undefined) return messages;
  const quoting = quotingOf(answer, messages, quoteToken);
  // A token that LINE never made would cost the whole answer.
  return findProblems(quoting).length === 0 ? quoting : messages;
}

function quotingOf(
  { kind }: Answer,
  messages: readonly LineMessage[],
  quoteToken: string,
): LineMessage[] {
  const [first, ...others] = messages;
  if (first?.type === 'text') return [{ ...first, quoteToken }, ...others];
  const opens = kind === 'accepted' || kind === 'follow-up-accepted';
  const lead: LineMessage = { type: 'text', text: '這個問題我收到了。', quoteToken };
  return opens ? [lead, ...messages] : [...messages];
}

function alternativesOf<K extends AnswerKind>(kind: K, answer: AnswerOf<K>): Alternatives {
  return COMPOSERS[kind](answer);
}
