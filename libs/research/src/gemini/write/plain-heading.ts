import { numbersIn, ownWords, simplifiedCharacters, valuesIn } from '@dossier/evaluation';
import { speaksToReader } from '../speaks-to-reader.ts';
import { holdsMarkup, oneLine, traditional, visible } from './own-text.ts';

/** Chapters that every report has. */
const RESERVED: readonly string[] = ['摘要', '分歧', '限制'];
const NUMBERING =
  /^(?:第\s*[\d一二三四五六七八九十]+\s*[章節]|[\d一二三四五六七八九十]+\s*[.、)）])\s*[:：]?\s*/u;
const MARKUP = /[*_`~#<>[\]|\\^]/gu;

/** What `lineObjection` says of a line that conversion would mend. */
export const NOT_TRADITIONAL = 'is not Traditional Chinese';

/** Words of a model as one plain line, without markup and numbering. */
export function unmarked(text: string): string {
  const line = oneLine(
    visible(text, 400)
      .replace(/\[\^?S\d+-\d+\]/gu, '')
      .replace(MARKUP, ''),
  );
  return line.replace(NUMBERING, '').replace(/[。.：:，,；;\s]+$/u, '');
}

/** Such a line in Traditional Chinese. */
export function plainLine(text: string): Promise<string> {
  return traditional(unmarked(text));
}

/**
 * What is wrong with a plain line as a heading or a title; undefined when nothing is. `grounds` are the
 * texts that may vouch for its figures.
 */
export function lineObjection(
  line: string,
  most: number,
  grounds: readonly string[],
): string | undefined {
  const known = new Set(grounds.flatMap((text) => [...valuesIn(text)]));
  if (!/[\p{L}\p{N}]/u.test(line)) return 'is empty';
  if ([...line].length > most) return `is longer than ${most} characters`;
  if (holdsMarkup(line)) return 'holds an address or markup';
  if (speaksToReader(line)) return 'speaks to the reader';
  if (!/\p{Script=Han}/u.test(line)) return 'is not Chinese';
  if (simplifiedCharacters(ownWords(line)).length > 0) return NOT_TRADITIONAL;
  if (/\p{Script=Hiragana}|\p{Script=Katakana}/u.test(ownWords(line))) return 'is not Chinese';
  if (numbersIn(line).some(({ values }) => !values.some((value) => known.has(value)))) {
    return 'holds a figure that the material does not';
  }
  return undefined;
}

/** Two headings with one of these are the same to a reader. */
export function headingKey(heading: string): string {
  return heading.normalize('NFKC').replace(/\s+/gu, '').toLowerCase();
}

/** Whether a report needs the name for a chapter of its own. */
export function isReserved(heading: string): boolean {
  return RESERVED.includes(headingKey(heading));
}
