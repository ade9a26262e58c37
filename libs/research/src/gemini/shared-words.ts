/** Pairs of neighbouring Chinese characters, and words of other scripts: what a short text is made of. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const chinese = plain.match(/\p{Script=Han}{2,}/gu) ?? [];
  const pairs = chinese.flatMap((run) => {
    const characters = Array.from(run);
    return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
  });
  return [...pairs, ...(plain.match(/[a-z][a-z0-9]+/gu) ?? [])];
}

/** The share of a text's words that stand in others, too, from 0 to 1; 1 for a text without words. */
export function sharedWords(text: string, grounds: readonly string[]): number {
  const words = wordsOf(text);
  if (words.length === 0) return 1;
  const known = new Set(grounds.flatMap(wordsOf));
  return words.filter((word) => known.has(word)).length / words.length;
}
