import type { Agreement } from '@dossier/contracts';
import { contradict, type ClaimPair } from './claim-pairs.ts';
import type { NameClaim } from './claim-names.ts';
import { sharesItsFigure } from './find-divergences.ts';
import type { Statement } from './statements.ts';

const MOST_AGREEMENTS = 8;
/** Words alone make an agreement only when they are very alike; a shared figure needs less. */
const SAME_WORDS = 0.62;

/** Claims that several documents make alike. `divergent` are extracts already known to disagree. */
export function findAgreements(
  pairs: readonly ClaimPair[],
  divergent: ReadonlySet<string>,
  nameClaim: NameClaim,
): Agreement[] {
  const groups: Statement[][] = [];
  const alike = pairs
    .filter((pair) => ![pair.a, pair.b].some(({ extract }) => divergent.has(extract.key)))
    .filter(saysTheSame)
    .sort((x, y) => y.overlap.similarity - x.overlap.similarity);
  for (const { a, b } of alike) {
    const group = groups.find((known) => known.includes(a) || known.includes(b));
    if (group === undefined) groups.push([a, b]);
    else [a, b].filter((one) => !group.includes(one)).forEach((one) => group.push(one));
  }
  return groups.slice(0, MOST_AGREEMENTS).map((statements) => ({
    claim: `${nameClaim(statements)}的說法一致`,
    extracts: statements.map(({ extract }) => extract.key),
  }));
}

function saysTheSame(pair: ClaimPair): boolean {
  const { clauseA, clauseB, overlap } = pair;
  const compares = clauseA.quantities.some((a) =>
    clauseB.quantities.some((b) => a.unit === b.unit),
  );
  return compares ? sharesItsFigure(pair) : !contradict(pair) && overlap.similarity >= SAME_WORDS;
}
