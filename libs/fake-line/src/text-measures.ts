const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How a limit counts a text. */
export type Measure = (text: string) => number;

/** UTF-16 code units: LINE's rule for everything that `graphemes` does not name. */
export const utf16Units: Measure = (text) => text.length;

/**
 * What a reader calls characters. LINE counts action labels, postback texts and template texts this
 * way (docs: messaging-api/text-character-count).
 */
export const graphemes: Measure = (text) => Array.from(segmenter.segment(text)).length;

/** Size of a value as JSON in UTF-8. */
export function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value), 'utf8');
}
