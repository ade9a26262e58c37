import type { Fold } from './fold-text.ts';

const RUNS =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+)|([\p{L}\p{N}](?:[\p{L}\p{N}._+-]*[\p{L}\p{N}])?)/gu;

/** Folded text prepared for asking what it mentions. */
export interface SearchableText {
  readonly folded: string;
  /** Word stems of everything not written in Han or kana. */
  readonly stems: ReadonlySet<string>;
}

/** Prepares text for {@link mentions} of terms. */
export function searchable(text: string, fold: Fold): SearchableText {
  const folded = fold(text);
  return { folded, stems: new Set(latinStems(folded)) };
}

/** Index terms of folded text: pairs of neighbouring Han or kana characters, and stems of other words. */
export function indexTokens(folded: string): string[] {
  const tokens: string[] = [];
  for (const [, cjk, word] of folded.matchAll(RUNS)) {
    if (cjk !== undefined) for (const pair of bigrams(cjk)) tokens.push(pair);
    else if (word !== undefined) tokens.push(stem(word));
  }
  return tokens;
}

/** Overlapping pairs of characters; a single character stays as it is. */
export function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/** Stems of the words in folded text that are not Han or kana. */
export function latinStems(folded: string): string[] {
  return [...folded.matchAll(RUNS)].flatMap(([, , word]) =>
    word === undefined ? [] : [stem(word)],
  );
}

/** Whether a term is written in Han or kana, so that it is looked for inside runs, not as a word. */
export function isCjk(term: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(term);
}

/**
 * A light English stemmer: plural, `-ing`, `-ed` and a final `e`. Real stemmers also join words
 * that differ in meaning (`generation`, `general`), which costs precision here.
 */
export function stem(word: string): string {
  if (!/^[a-z]{4,}$/u.test(word)) return word.replace(/[’']s$/u, '');
  const base = word
    .replace(/ies$/u, 'y')
    .replace(/(ss|sh|ch|x)es$/u, '$1')
    .replace(/([^su])s$/u, '$1')
    .replace(/(?<=[a-z]{3})ing$/u, '')
    .replace(/(?<=[a-z]{3})ed$/u, '');
  return base.replace(/([bdfgmnprt])\1$/u, '$1').replace(/(?<=[a-z]{3})e$/u, '');
}
