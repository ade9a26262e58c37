import type { Chapter } from '@dossier/contracts';

const DIGITS = '〇一二三四五六七八九';
const ENGLISH = 'one two three four five six seven eight nine ten'.split(' ');
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const NUMBER = String.raw`[1-9]\d{0,2}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]`;

/** 第二章, 2 章, chapter two, the second chapter, ch. 2. */
const NUMBERED = RegExp(
  [
    String.raw`第 *(?<zh>${NUMBER}) *個? *(?:章|節|段|部分|部份)`,
    // 最後一章 and 每一章 are not the first.
    String.raw`(?<![\d一二三四五六七八九十後每哪這那另某上下前寫]) *(?<bare>${NUMBER}) *章`,
    String.raw`\b(?:chapter|chap|ch|section)\.? *(?:no\.? *|#)?(?<en>[1-9]\d{0,2}|${ENGLISH.join('|')})\b`,
    String.raw`\b(?<ordinal>${ORDINALS.join('|')}|[1-9]\d{0,2}(?=st|nd|rd|th))(?:st|nd|rd|th)? +(?:chapter|section)\b`,
  ].join('|'),
  'gu',
);
/** 第二、三章 and chapter 2-4 name several, of which the above sees one. */
const SEVERAL = RegExp(
  [
    String.raw`(${NUMBER}) *(?:章|節)? *(?:[、,，~～\-–到至和與跟及&]|以及|から|と) *第? *(${NUMBER}) *(?:章|節)`,
    String.raw`\b(?:chapter|chap|ch|section)s?\.? *([1-9]\d{0,2}) *(?:,|-|–|&|and|or|to) *([1-9]\d{0,2})`,
  ].join('|'),
  'gu',
);
const LAST = /最後(?:的|一|面)?(?:一|個)*(?:章|節)|最終章|\b(?:last|final) +(?:chapter|section)\b/u;

/** A heading of less than this is a common word, and names its chapter only when it is marked as a name. */
const LONG_HEADING = 4;
const AFTER_NAME = /^(?:[」』”"]|[」』”"]? *(?:的|這|那|個|一|の)*(?:章|節|段|部分|部份))/u;

/**
 * The chapters that a folded text names by number, place or heading: numbers as the table of contents
 * counts, from 1, in no order; those that are not there, too.
 */
export function namedChapters(text: string, chapters: readonly Chapter[]): ReadonlySet<number> {
  const numbers = Array.from(text.matchAll(NUMBERED), ({ groups = {} }) =>
    numberOf(groups['zh'] ?? groups['bare'] ?? groups['en'] ?? groups['ordinal'] ?? ''),
  );
  const several = Array.from(text.matchAll(SEVERAL), ([, ...written]) =>
    written.filter((each) => each !== undefined).map(numberOf),
  );
  const last = chapters.findLastIndex(({ kind }) => kind === 'theme') + 1;
  return new Set([
    ...numbers,
    ...several.flat(),
    ...(LAST.test(text) ? [last] : []),
    ...chaptersByHeading(text.replaceAll(NUMBERED, ' '), chapters),
  ]);
}

/** The form in which words and headings are compared. */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u200b-\u200f\u2060\ufeff]+/gu, ' ')
    .trim();
}

/** Longer headings first, each taken out once it is found: 成本 within 成本與風險 names nothing. */
function chaptersByHeading(text: string, chapters: readonly Chapter[]): number[] {
  const named: number[] = [];
  const themes = chapters
    .map(({ kind, heading }, at) => ({ kind, heading: folded(heading), number: at + 1 }))
    .filter(({ kind, heading }) => kind === 'theme' && heading !== '')
    .sort((a, b) => b.heading.length - a.heading.length);
  let rest = text;
  for (const { heading, number } of themes) {
    if (!isNamed(rest, heading)) continue;
    named.push(number);
    rest = rest.replaceAll(heading, ' ');
  }
  return named;
}

function isNamed(text: string, heading: string): boolean {
  const after = text.split(heading).slice(1);
  const isLong = Array.from(heading).length >= LONG_HEADING;
  return after.some((rest) => isLong || AFTER_NAME.test(rest));
}

function numberOf(written: string): number {
  if (/^\d/u.test(written)) return Number(written);
  const english = Math.max(ENGLISH.indexOf(written), ORDINALS.indexOf(written));
  if (english >= 0) return english + 1;
  const [tens, ones] = written.includes('十') ? written.split('十') : ['〇', written];
  return 10 * digit(tens, 1) + digit(ones, 0);
}

function digit(written: string | undefined, whenMissing: number): number {
  return written === undefined || written === '' ? whenMissing : DIGITS.indexOf(written);
}
