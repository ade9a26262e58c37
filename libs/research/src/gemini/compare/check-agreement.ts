import type { Agreement } from '@dossier/contracts';
import type { Placed } from '../../follow-up.ts';
import type { AgreementAnswer } from './comparison-answer.ts';
import { figuresIn, isKnown, knownFigures } from './figures.ts';
import { keysOf, placedBy, textsByWitness } from './known-keys.ts';
import { readStatement } from './wording.ts';

/**
 * An agreement that its excerpts bear, or what is wrong with it: at least two witnesses, and a figure
 * is agreed on only when two of them give it.
 */
export function checkAgreement(
  { claim, extracts }: AgreementAnswer,
  shown: ReadonlyMap<string, Placed>,
): Agreement | string {
  const { words, flaw } = readStatement(claim);
  if (flaw !== undefined) return `the claim ${flaw}`;
  const placed = placedBy(extracts, shown);
  const witnesses = [...textsByWitness(placed).values()];
  if (witnesses.length < 2) return 'it needs listed extracts of at least two different sources';
  const known = witnesses.map(knownFigures);
  const isAgreed = figuresIn(words).every(
    (figure) => known.filter((one) => isKnown(figure, one)).length > 1,
  );
  return isAgreed
    ? { claim: words, extracts: keysOf(placed) }
    : 'the claim holds a figure that fewer than two of its sources give';
}
