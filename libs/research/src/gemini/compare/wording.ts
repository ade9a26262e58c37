import { detectLanguage } from '../../local-corpus/detect-language.ts';
import { speaksToReader } from '../speaks-to-reader.ts';
import { figuresIn } from './figures.ts';
import { holdsAddress } from './addresses.ts';

/** What a model wrote, cleaned, and what still speaks against it. */
export interface Wording {
  readonly words: string;
  readonly flaw?: string;
}

/** A claim is a line under a heading, not a paragraph; in UTF-16 units. */
const LONGEST = 160;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
/** References belong in the lists of keys; models repeat them in their words. */
const BRACKETED_KEYS = /\s*[[(（【]\^?S\d+-\d+(?:[\s,、，;；]+\^?S\d+-\d+)*[\])）】]/gu;
const EMPHASIS = /\*\*|__|`/gu;
const MARKUP = /<[a-z/!?]|&#?\w{1,8};|\]\(|\[\^|\$\{|\{\{/iu;
const KEY = /(?<![\p{L}\p{N}])S\d+-\d+/u;
/** Quoted words may be of any language. */
const QUOTED = /「[^」]*」|『[^』]*』/gu;

/** A statement in the report's language, on one line. */
export function readStatement(text: string): Wording {
  const { words, flaw } = readPlain(text);
  if (flaw !== undefined) return { words, flaw };
  if (speaksToReader(words)) return { words, flaw: 'speaks to the reader' };
  return isChinese(words) ? { words } : { words, flaw: 'is not in Traditional Chinese' };
}

/** The position of a side: a statement, or a bare figure with its unit. */
export function readPosition(text: string): Wording {
  const { words, flaw } = readPlain(text);
  if (flaw !== undefined) return { words, flaw };
  const isFigure = figuresIn(words).length > 0 && (words.match(/\p{L}+/gu)?.length ?? 0) <= 3;
  return isFigure || isChinese(words)
    ? { words }
    : { words, flaw: 'is not in Traditional Chinese' };
}

function readPlain(text: string): Wording {
  if (text.length > LONGEST * 4) return { words: '', flaw: `is longer than ${LONGEST} characters` };
  const words = text
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, '')
    .replace(BRACKETED_KEYS, '')
    .replace(EMPHASIS, '')
    .trim();
  const flaw = flawOf(words);
  return flaw === undefined ? { words } : { words, flaw };
}

function flawOf(words: string): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(words)) return 'is empty';
  if (words.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (holdsAddress(words)) return 'holds a web address';
  if (MARKUP.test(words)) return 'holds markup';
  if (KEY.test(words)) return 'names a key in its text instead of in the list';
  return undefined;
}

function isChinese(words: string): boolean {
  const own = words.replaceAll(QUOTED, '');
  const judged = own.trim() === '' ? words : own;
  return /\p{Script=Han}/u.test(judged) && detectLanguage(judged) === 'zh-TW';
}
