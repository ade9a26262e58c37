import { isObject, textsOf, type LooseObject } from './loose-json.ts';

/** A stretch of a text, in UTF-16 units as LINE counts. */
export interface TextPart {
  readonly index: number;
  readonly length: number;
}

/** Somebody named in a text, or everybody. */
export interface LineMention extends TextPart {
  /** Whether it is this bot that is named: never for a mention of everybody. */
  readonly isSelf: boolean;
  /** `user`, `all`, or what LINE adds later; absent when LINE does not say. */
  readonly type?: string;
}

/** A LINE emoji, of which the text has a placeholder such as `(love)`. */
export interface LineEmoji extends TextPart {
  readonly productId?: string;
  readonly emojiId?: string;
}

/** Who is named in `text`, in its order. `botUserId` is the webhook's `destination`. */
export function mentionsOf(text: string, mentionees: unknown, botUserId: unknown): LineMention[] {
  return partsOf(text, mentionees, (mentionee) => {
    const { type, isSelf, userId } = mentionee;
    const named = isSelf === true || (typeof userId === 'string' && userId === botUserId);
    return { isSelf: named && type !== 'all', ...textsOf(mentionee, { type: 'type' }) };
  });
}

/** The LINE emojis of `text`, in its order. */
export function emojisOf(text: string, emojis: unknown): LineEmoji[] {
  return partsOf(text, emojis, (emoji) =>
    textsOf(emoji, { productId: 'productId', emojiId: 'emojiId' }),
  );
}

/** Those that lie within the text and do not overlap one before them. */
function partsOf<Extra>(
  text: string,
  list: unknown,
  extra: (part: LooseObject) => Extra,
): (Extra & TextPart)[] {
  if (!Array.isArray(list)) return [];
  const parts = list.filter(isObject).flatMap((part) => {
    const { index, length } = part;
    if (!isCount(index) || !isCount(length) || length === 0) return [];
    return index + length <= text.length ? [{ ...extra(part), index, length }] : [];
  });
  let end = 0;
  return parts
    .toSorted((a, b) => a.index - b.index)
    .filter(({ index, length }) => {
      const free = index >= end;
      if (free) end = index + length;
      return free;
    });
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
