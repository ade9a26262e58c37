import { anyOf } from './phrases.ts';

const DIGITS = '〇一二三四五六七八九';
const ENGLISH = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

const NUMBER = String.raw`[1-9]\d{0,2}(?!\d)|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]`;

/** 最後一章, 下一章, 每一章, 多寫一章: one chapter, not the first. */
const BEFORE_ONE = '後前上下每哪這那另某同任有寫加多新';

/** A regular expression's source for a chapter by number in a folded text; see `chapterNumber`. */
export const CHAPTER = [
  String.raw`第 *(?:${NUMBER}) *(?:個)?(?:章節|章|節|部分)(?!\p{N})`,
  String.raw`(?<![\d一二三四五六七八九十])(?!(?<=[${BEFORE_ONE}])一)(?:${NUMBER}) *章(?:目|節)?`,
  String.raw`(?<![a-z])(?:chapter|chap\.?|ch\.?|section) *(?:no\.? *|#)?(?:[1-9]\d{0,2}|${ENGLISH.join('|')})(?![a-z\d])`,
  String.raw`(?:the +)?(?:${anyOf(ORDINALS)}|[1-9]\d{0,2}(?:st|nd|rd|th)) +(?:chapter|section)(?![a-z])`,
].join('|');

const FIRST_NUMBER = RegExp(
  String.raw`\d+|[一二三四五六七八九十]+|${anyOf([...ENGLISH, ...ORDINALS])}`,
  'u',
);

/** The number in a text that matches CHAPTER: 1 to 999 in digits, else 1 to 99 in words. */
export function chapterNumber(text: string): number {
  const written = FIRST_NUMBER.exec(text)?.[0] ?? '';
  if (/^\d/.test(written)) return Number(written);
  const english = Math.max(ENGLISH.indexOf(written), ORDINALS.indexOf(written));
  return english >= 0 ? english + 1 : chineseNumber(written);
}

/** 一 to 九十九. */
function chineseNumber(written: string): number {
  const [tens, ones] = written.includes('十') ? written.split('十') : ['〇', written];
  const valueOf = (digit: string | undefined, whenMissing: number) =>
    digit ? DIGITS.indexOf(digit) : whenMissing;
  return 10 * valueOf(tens, 1) + valueOf(ones, 0);
}
