import { bigrams, isCjk, latinStems, type SearchableText } from './tokenize.ts';

/** Part of a long term found in pieces says less than the term itself. */
const PIECES_CREDIT = 0.8;

/**
 * How far a text mentions a term: 1 for any of its forms, part of it when a long Han or kana word
 * is there in pieces (`屋頂隔熱` in `隔熱的屋頂`), 0 for nothing.
 */
export function mentions(text: SearchableText, forms: readonly string[]): number {
  let best = 0;
  for (const form of forms) {
    const credit = isCjk(form) ? mentionsRun(text.folded, form) : mentionsWords(text, form);
    if (credit === 1) return 1;
    best = Math.max(best, credit);
  }
  return best;
}

function mentionsRun(folded: string, form: string): number {
  if (folded.includes(form)) return 1;
  const pairs = bigrams(form);
  if (pairs.length < 2) return 0;
  const share = pairs.filter((pair) => folded.includes(pair)).length / pairs.length;
  return share >= 0.5 ? share * PIECES_CREDIT : 0;
}

function mentionsWords(text: SearchableText, form: string): number {
  const stems = latinStems(form);
  return stems.length > 0 && stems.every((stem) => text.stems.has(stem)) ? 1 : 0;
}

/** Between the two characters of an abbreviation stand at most this many others. */
const ABBREVIATION_GAP = 4;

/**
 * Whether a text spells out a term's two-character word: `降溫` in `室溫平均降低`. Too loose to find
 * documents by (`動畫` in `推動五年計畫`), good enough among sentences already found to be relevant.
 */
export function spellsOut(text: SearchableText, forms: readonly string[]): boolean {
  const own = forms[0] ?? '';
  // Of a question in Latin letters it is the first translation that may be spelt out.
  const word = isCjk(own) ? own : (forms.find((form) => isPair(form)) ?? '');
  const [first, second] = [...word];
  if (first === undefined || second === undefined || !isPair(word)) return false;
  return [...text.folded.matchAll(new RegExp(first, 'gu'))].some(({ index }) => {
    const start = Math.max(0, index - ABBREVIATION_GAP - 1);
    return text.folded.slice(start, index + ABBREVIATION_GAP + 2).includes(second);
  });
}

function isPair(word: string): boolean {
  return isCjk(word) && [...word].length === 2;
}
