import { LINE_LIMITS } from '../limits/line-limits.ts';
import { findProblems } from '../limits/find-problems.ts';
import type { LineMessage } from '../line-message.ts';
import { oneLine, truncateGraphemes } from '../truncate-graphemes.ts';
import { withChoices, type Choice } from '../cards/buttons.ts';
import type { Answer } from './answer.ts';

/** Ways to say one thing, the best first: a later one is made only when LINE would refuse those before. */
export type Alternatives = Iterable<readonly LineMessage[]>;

export type AnswerKind = Answer['kind'];
/** The answer of a kind. */
export type AnswerOf<K extends AnswerKind> = Answer & { readonly kind: K };
/** How each of these kinds is said. */
export type Composers<K extends AnswerKind> = {
  readonly [Kind in K]: (answer: AnswerOf<Kind>) => Alternatives;
};

/** One message, and nothing smaller. */
export function only(message: LineMessage): Alternatives {
  return [[message]];
}

/** Paragraphs as one text message, with choices under it. LINE renders no Markdown, so there is none. */
export function say(paragraphs: readonly string[], choices: readonly Choice[] = []): Alternatives {
  const text = truncateGraphemes(paragraphs.join('\n'), LINE_LIMITS.text);
  return only(withChoices({ type: 'text', text }, choices));
}

/** The first of the alternatives that LINE takes; when there is none, what the last one says as a text. */
export function firstThatFits(alternatives: Alternatives): readonly LineMessage[] {
  let last: readonly LineMessage[] = [];
  for (const messages of alternatives) {
    if (findProblems(messages).length === 0) return messages;
    last = messages;
  }
  return [{ type: 'text', text: wordsOf(last) }];
}

/** altText says what a card is about; the texts of buttons are of no use without them. */
function wordsOf(messages: readonly LineMessage[]): string {
  const words = messages.map((message) => {
    if (message.type === 'text') return message.text;
    return message.type === 'flex' ? message.altText : '';
  });
  return oneLine(words.join(' '), LINE_LIMITS.text, '這則訊息沒辦法顯示，請輸入「說明」。');
}
