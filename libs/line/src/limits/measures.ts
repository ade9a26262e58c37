const segmenter = new Intl.Segmenter('zh-Hant-TW', { granularity: 'grapheme' });

/** How a limit counts a text. */
export type Measure = (text: string) => number;

/** LINE's rule for everything that `graphemeCount` does not name. */
export const utf16Units: Measure = (text) => text.length;

/**
 * What a reader calls characters: how LINE counts labels and the texts of actions.
 * @see https://developers.line.biz/en/docs/messaging-api/text-character-count/
 */
export const graphemeCount: Measure = (text) => Array.from(segmenter.segment(text)).length;

/** Size of a value as JSON in UTF-8, as it travels. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '', 'utf8');
}
