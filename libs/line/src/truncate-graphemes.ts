const graphemes = new Intl.Segmenter('zh-Hant-TW', { granularity: 'grapheme' });
const ELLIPSIS = '…';

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
 * Text for one line of a message: white space is folded, and the result is never empty, because LINE
 * refuses a whole message for one empty string.
 */
export function oneLine(text: string, maxUnits: number, whenEmpty: string): string {
  const folded = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return folded === '' ? whenEmpty : truncateGraphemes(folded, maxUnits);
}
