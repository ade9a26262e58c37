import { fold } from './fold.ts';

/** The phrases of a list that is written with 、 or line breaks between them, as most have spaces inside. */
export function phrases(list: string): string[] {
  return list
    .split(/[、\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

/** `words` as one alternative of a regular expression, the longest first, Latin ones as whole words. */
export function anyOf(words: readonly string[]): string {
  return words
    .map(fold)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const escaped = word.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&').replaceAll(' ', ' +');
      return /^[a-z]/.test(word) ? `(?<![a-z])${escaped}(?![a-z])` : escaped;
    })
    .join('|');
}
