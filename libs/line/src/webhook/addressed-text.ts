import { fold } from '../commands/fold.ts';
import type { LineEvent } from '../webhook.ts';
import type { TextPart } from './text-parts.ts';

/** Addresses the bot in a group: LINE's @ picker often hides bots. */
const DEFAULT_PREFIX = '/研究';

/**
 * Where the prefix ends as a word: before a mark (but for one that joins) or an emoji, and where one of
 * both sides is written without spaces, as Chinese and Japanese are: /研究AI, /researchers.
 */
const UNSPACED = String.raw`[\p{L}&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]]`;
const WORD_END = RegExp(String.raw`^(?:$|[^\p{L}\p{N}\p{M}\-_\/.]|${UNSPACED})`, 'v');
const ENDS_UNSPACED = RegExp(`${UNSPACED}$`, 'v');

/**
 * The text that a message, or an edit of one, says to this bot: without mentions of the bot, the
 * prefix and LINE's emoji placeholders, its white space tidied; it may be empty. Undefined when the
 * event is not for the bot: in groups and rooms only a mention of it or the prefix at the beginning
 * makes it so (it would answer everything otherwise), and in standby another module owns the chat.
 * @param prefix in any case and width of letters and marks; the empty one addresses nobody.
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
  if (prefix === '' || fold(head) !== fold(prefix)) return undefined;
  const rest = text.slice(prefix.length);
  const ends = WORD_END.test(rest) || (ENDS_UNSPACED.test(prefix) && /^[\p{L}\p{N}]/u.test(rest));
  return ends ? rest.replace(/^[\s:：,，、!！]+/u, '') : undefined;
}
