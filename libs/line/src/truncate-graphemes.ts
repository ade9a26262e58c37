const graphemes = new Intl.Segmenter('zh-Hant-TW', { granularity: 'grapheme' });
const ELLIPSIS = '…';
/** A family of four in emoji has eleven. */
const MAX_UNITS_PER_GRAPHEME = 11;

/**
 * Cuts text to at most `maxUnits` UTF-16 code units (what LINE counts), ending with an ellipsis when
 * something is missing. It never cuts inside what a reader sees as one character: half an emoji makes
 * LINE refuse the message. A lone surrogate that was there before becomes U+FFFD.
 */
export function truncateGraphemes(text: string, maxUnits: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= maxUnits) return whole;
  let end = 0;
  for (const { index, segment } of graphemes.segment(whole)) {
    if (index + segment.length > maxUnits - ELLIPSIS.length) break;
    end = index + segment.length;
  }
  return whole.slice(0, end) + ELLIPSIS;
}

/**
 * A label of at most `maxGraphemes` characters as LINE counts them. A character may be made of many
 * units (families of emoji, piled-up accents), so those are bounded too.
 */
export function cutLabel(text: string, maxGraphemes: number): string {
  const bounded = truncateGraphemes(text, maxGraphemes * MAX_UNITS_PER_GRAPHEME);
  const characters = Array.from(graphemes.segment(bounded), ({ segment }) => segment);
  if (characters.length <= maxGraphemes) return bounded;
  return characters.slice(0, maxGraphemes - 1).join('') + ELLIPSIS;
}

/** Letters that turn the direction of what follows: they would rearrange the rest of a card. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const NOTHING_TO_SEE = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Text for one line of a message: white space is folded, direction marks are gone, and there is always
 * something to see, because LINE refuses a whole message for one empty string.
 */
export function oneLine(text: string, maxUnits: number, whenEmpty: string): string {
  const folded = text
    .replaceAll(DIRECTIONS, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return NOTHING_TO_SEE.test(folded) ? whenEmpty : truncateGraphemes(folded, maxUnits);
}
