import type { LineEvent } from '../webhook.ts';
import type { TextPart } from './text-parts.ts';

/** Addresses the bot in a group: LINE's @ picker often hides bots. */
const DEFAULT_PREFIX = '/研究';

/** What may follow the prefix: its end as a word. Chinese and Japanese are written without spaces. */
const WORD_END =
  /^(?:$|[\s:：]|\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Bopomofo}|\p{scx=Hangul})/u;

/**
 * The text that a message, or an edit of one, says to this bot: without mentions of the bot, the
 * prefix and LINE's emoji placeholders, its white space tidied; it may be empty. Undefined when the
 * event is not for the bot: in groups and rooms only a mention of it or the prefix at the beginning
 * makes it so (it would answer everything otherwise), and in standby another module owns the chat.
 * @param prefix with `/` or `／`, in any case of letters; the empty one addresses nobody.
 */
export function addressedText(
  event: LineEvent,
  { prefix = DEFAULT_PREFIX }: { readonly prefix?: string } = {},
): string | undefined {
  const { type, mode, text, source, mentions, emojis = [] } = event;
  if (type !== 'message' && type !== 'messageEdited') return undefined;
  if (mode !== 'active' || text === undefined || source === null) return undefined;
  const own = mentions.filter(({ isSelf }) => isSelf);
  const said = tidy(without(text, [...own, ...emojis]));
  const afterPrefix = behindPrefix(said, prefix);
  const isForBot =
    source.conversationId.startsWith('user:') || own.length > 0 || afterPrefix !== undefined;
  return isForBot ? (afterPrefix ?? said) : undefined;
}

/** The text with a space in place of each part, which keeps the words beside it apart. */
function without(text: string, parts: readonly TextPart[]): string {
  let [left, end] = ['', 0];
  for (const { index, length } of parts.toSorted((a, b) => a.index - b.index)) {
    left += `${text.slice(end, Math.max(end, index))} `;
    end = Math.max(end, index + length);
  }
  return left + text.slice(end);
}

/** Lines stay lines; what else is white or invisible becomes one space, and none at the edges. */
function tidy(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\S\n]+|[^\P{Cc}\n]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function behindPrefix(text: string, prefix: string): string | undefined {
  const head = text.slice(0, prefix.length);
  if (prefix === '' || folded(head) !== folded(prefix)) return undefined;
  const rest = text.slice(prefix.length);
  return WORD_END.test(rest) ? rest.replace(/^\s*[:：]?\s*/, '') : undefined;
}

function folded(text: string): string {
  return text.replaceAll('／', '/').toLowerCase();
}
