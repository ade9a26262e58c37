import { pictureUrl, quickReplyAction } from './action-rules.ts';
import { flexContainer } from './flex-containers.ts';
import { LINE_LIMITS } from './line-limits.ts';
import { jsonBytes } from './measures.ts';
import type { Problem } from './problem.ts';
import {
  all,
  isRecord,
  list,
  matching,
  oneOf,
  record,
  report,
  tagged,
  text,
  whole,
  type Rule,
} from './rules.ts';

const kind = { type: matching(/^\w+$/, 'a kind of message') };

const senderName: Rule = all(text(20), (value, path, found) => {
  if (/\bLINE\b/i.test(String(value))) report(found, 'wrong-value', path, 'no name of LINE');
});

const common = {
  quickReply: record({
    items: list(
      record({ type: oneOf('action'), action: quickReplyAction }, { imageUrl: pictureUrl }),
      { min: 1, max: LINE_LIMITS.quickReplies },
    ),
  }),
  sender: record({}, { name: senderName, iconUrl: pictureUrl }),
};

const token = matching(/^[\x21-\x7e]+$/, 'a token as LINE gave it');

const emoji = record({ index: whole(0, LINE_LIMITS.text), productId: token, emojiId: token });

/** Every emoji stands on a `$` of the text. */
const emojisStand: Rule = (value, path, found) => {
  if (!isRecord(value) || !Array.isArray(value['emojis'])) return;
  for (const [i, each] of value['emojis'].entries()) {
    const index = isRecord(each) ? Number(each['index']) : NaN;
    if (String(value['text'])[index] === '$') continue;
    report(found, 'misplaced', `${path}.emojis[${i}].index`, 'the place of a $');
  }
};

/** The two kinds of message that Dossier sends. */
const message = tagged(
  new Map([
    [
      'text',
      all(
        record(
          { ...kind, text: text(LINE_LIMITS.text) },
          { quoteToken: token, emojis: list(emoji, { max: 20 }), ...common },
        ),
        emojisStand,
      ),
    ],
    [
      'flex',
      record({ ...kind, altText: text(LINE_LIMITS.altText), contents: flexContainer }, common),
    ],
  ]),
);

const messageList = list(message, { min: 1, max: LINE_LIMITS.messages });

/**
 * What is wrong with messages, before they are sent: everything that LINE is known to refuse, and what
 * readers would miss (a text of blanks; quick replies that a later message hides). Empty when they can
 * go. It knows the parts that Dossier's messages are made of, and takes any other for a mistake.
 */
export function findProblems(messages: readonly object[]): readonly Problem[] {
  const found: Problem[] = [];
  messageList(messages, 'messages', found);
  const bytes = jsonBytes(messages);
  if (bytes > LINE_LIMITS.requestBytes) {
    const says = `at most ${LINE_LIMITS.requestBytes} bytes, not ${bytes}`;
    report(found, 'too-large', 'messages', says);
  }
  for (const [i, each] of messages.slice(0, -1).entries()) {
    if (!('quickReply' in each)) continue;
    report(found, 'misplaced', `messages[${i}].quickReply`, 'on the last message only');
  }
  return found;
}
