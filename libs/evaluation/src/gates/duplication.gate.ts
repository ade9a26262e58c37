import type { Statement } from '@dossier/report';
import { claimsOf, findingIn, judgement, type Gate, type JudgedChapter } from '../gate.ts';

interface Claim {
  readonly judged: JudgedChapter;
  readonly statement: Statement;
  readonly grams: ReadonlySet<string>;
}

/**
 * G9: few statements repeat an earlier one almost word for word. Themes are compared with themes:
 * the divergences chapter must quote again what a theme quoted, to set it beside its opposite.
 */
export const duplicationGate: Gate = {
  id: 'G9',
  name: 'duplication',
  judge: ({ content }, thresholds) => {
    const claims = content.flatMap((judged) =>
      claimsOf(judged, thresholds).map((statement): Claim => ({
        judged,
        statement,
        grams: bigrams(statement.text),
      })),
    );
    const repeats = claims.filter((claim, i) =>
      claims.slice(0, i).some((earlier) => isSame(claim, earlier, thresholds.sameStatement)),
    );
    const rate = claims.length === 0 ? 0 : repeats.length / claims.length;
    return judgement(
      rate <= thresholds.duplication,
      rate,
      thresholds.duplication,
      repeats.map(({ judged, statement }) => findingIn(judged, `重複：${statement.text}`)),
    );
  },
};

function bigrams(text: string): ReadonlySet<string> {
  const characters = [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{P}]+/gu, ''),
  ];
  return new Set(characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`));
}

function isSame(a: Claim, b: Claim, threshold: number): boolean {
  if (a.judged.chapter.kind !== b.judged.chapter.kind) return false;
  const [small, large] = a.grams.size < b.grams.size ? [a.grams, b.grams] : [b.grams, a.grams];
  // The Jaccard similarity cannot exceed the ratio of the sizes.
  if (large.size === 0 || small.size < threshold * large.size) return false;
  let shared = 0;
  for (const gram of small) if (large.has(gram)) shared += 1;
  return shared >= threshold * (small.size + large.size - shared);
}
