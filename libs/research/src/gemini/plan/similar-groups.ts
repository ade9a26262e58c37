import type { QueryGroup } from '@dossier/contracts';

/** Share of letter pairs from which two searches would find the same pages. */
const SAME = 0.75;

type Compared = Pick<QueryGroup, 'query' | 'purpose' | 'language'>;

/** Whether two searches look for the same thing in the same language. */
export function areSimilar(a: Compared, b: Compared): boolean {
  if (a.language !== b.language) return false;
  if (areSame(a, b)) return true;
  return overlap(pairsOf(`${a.query}${a.purpose}`), pairsOf(`${b.query}${b.purpose}`)) >= SAME;
}

/** Whether two searches are the same, letter for letter. */
export function areSame(
  a: Pick<Compared, 'query' | 'language'>,
  b: Pick<Compared, 'query' | 'language'>,
): boolean {
  return a.language === b.language && lettersOf(a.query) === lettersOf(b.query);
}

/** Dice's coefficient. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return a.size + b.size === 0 ? 1 : (2 * shared) / (a.size + b.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  const letters = Array.from(lettersOf(text));
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
