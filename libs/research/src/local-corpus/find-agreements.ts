import type { Agreement } from '@dossier/contracts';
import { contradict, type ClaimPair } from './claim-pairs.ts';
import type { NameClaim } from './claim-names.ts';
import { areEqual } from './quantities.ts';
import type { Clause, Statement } from './statements.ts';

const MOST_AGREEMENTS = 8;
/** Words alone make an agreement only when they are very alike; a shared figure needs less. */
const SAME_WORDS = 0.62;
/** Share of the shorter clause that the other says, too: each saying something else is a doubt. */
const CONTAINED = 0.9;

/** Claims that several documents make alike. `divergent` are extracts already known to disagree. */
export function findAgreements(
  pairs: readonly ClaimPair[],
  divergent: ReadonlySet<string>,
  nameClaim: NameClaim,
): Agreement[] {
  const groups: Statement[][] = [];
  const alike = pairs
    .filter((pair) => ![pair.a, pair.b].some(({ extract }) => divergent.has(extract.key)))
    .filter((pair) => saysTheSame(pair) && !isDisputed(pair, pairs))
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

/** Whether other parts of the same two excerpts contradict each other. */
function isDisputed({ a, b }: ClaimPair, pairs: readonly ClaimPair[]): boolean {
  return pairs.some((other) => other.a === a && other.b === b && contradict(other));
}

/**
 * A positive test, since "the same" is a claim of its own: equal figures with bounds of one kind, or
 * nearly the same words in the same stance, one of the clauses holding all that the other says.
 */
function saysTheSame(pair: ClaimPair): boolean {
  const { clauseA, clauseB, overlap } = pair;
  if (contradict(pair)) return false;
  const compared = clauseA.quantities.flatMap((a) =>
    clauseB.quantities.filter((b) => a.unit === b.unit).map((b) => areEqual(a, b)),
  );
  if (compared.length > 0) return compared.every(Boolean) && sameDirections(clauseA, clauseB);
  if (clauseA.quantities.length > 0 || clauseB.quantities.length > 0) return false;
  return (
    clauseA.stance === clauseB.stance &&
    overlap.similarity >= SAME_WORDS &&
    overlap.containment >= CONTAINED
  );
}

/** Whether both clauses point the same way, or only one points at all. */
function sameDirections(a: Clause, b: Clause): boolean {
  return [...a.directions].every(([axis, way]) => (b.directions.get(axis) ?? way) === way);
}
