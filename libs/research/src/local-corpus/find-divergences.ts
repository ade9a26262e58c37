import type { Divergence } from '@dossier/contracts';
import { contradict, type ClaimPair } from './claim-pairs.ts';
import { areCompatible, areEqual, type Quantity } from './quantities.ts';
import type { NameClaim } from './claim-names.ts';
import type { Clause, Statement } from './statements.ts';

/** More would be a list of differences, not an answer. The most alike pairs are the surest. */
const MOST_DIVERGENCES = 8;
interface Position {
  readonly statement: Statement;
  readonly quantity: Quantity;
}

/** Contradictions between documents. A missed one is better than a false one. */
export function findDivergences(pairs: readonly ClaimPair[], nameClaim: NameClaim): Divergence[] {
  const surest = [...pairs].sort((x, y) => y.overlap.similarity - x.overlap.similarity);
  const values = groupByValue(surest.flatMap(differingFigures));
  surest.filter(sharesItsFigure).forEach((pair) => addSupport(values, pair));
  const numeric = values.map((sides): Divergence => ({
    kind: 'numeric',
    claim: `${nameClaim(sides.flatMap((side) => side.map(({ statement }) => statement)))}的數值不同`,
    sides: sides.map((side) => ({
      position: side[0]?.quantity.written ?? '',
      extracts: keysOf(side.map(({ statement }) => statement)),
    })),
  }));
  const used = new Set(numeric.flatMap(({ sides }) => sides.flatMap(({ extracts }) => extracts)));
  const polar = groupByView(surest.filter(isPolarPair), used).map(
    ([affirming, denying]): Divergence => ({
      kind: 'polarity',
      claim: `${nameClaim([...affirming, ...denying])}的說法相反`,
      sides: [
        { position: '肯定', extracts: keysOf(affirming) },
        { position: '否定', extracts: keysOf(denying) },
      ],
    }),
  );
  return [...numeric, ...polar].slice(0, MOST_DIVERGENCES);
}

/** The figures of one unit in which two clauses differ, where they cannot both be right. */
function differingFigures(pair: ClaimPair): [Position, Position][] {
  const { a, b } = pair;
  if (contradict(pair)) return [];
  const units = new Set(pair.clauseA.quantities.map(({ unit }) => unit));
  return [...units].flatMap((unit): [Position, Position][] => {
    const differing = onlyDifference(pair, unit);
    if (differing === null) return [];
    const [inA, inB] = differing;
    return [
      [
        { statement: a, quantity: inA },
        { statement: b, quantity: inB },
      ],
    ];
  });
}

/**
 * Several figures of one unit ("from 30 to 45 %", a list) leave open which belongs to which, unless
 * all but one are equal, in the same order, and both clauses point the same way ("six hours before
 * bed, by 41 minutes").
 */
function onlyDifference(
  { a, b, clauseA, clauseB }: ClaimPair,
  unit: string,
): [Quantity, Quantity] | null {
  const [inA, inB] = [clauseA, clauseB].map(({ quantities }) =>
    quantities.filter((quantity) => quantity.unit === unit),
  );
  if (inA === undefined || inA.length !== inB?.length) return null;
  const compared = inA.flatMap((x, at) => {
    const y = inB[at];
    return y === undefined ? [] : [{ x, y }];
  });
  const [difference, ...others] = compared.filter(({ x, y }) => !areEqual(x, y));
  if (difference === undefined || others.length > 0) return null;
  const { x, y } = difference;
  if (areCompatible(x, y)) return null;
  if (compared.length === 1) return sharesFigure(a, b, unit) ? null : [x, y];
  const isElsewhere = inB.some((q) => areCompatible(q, x)) || inA.some((q) => areCompatible(q, y));
  return isElsewhere || !pointAlike(clauseA, clauseB) ? null : [x, y];
}

/** Whether both clauses have a direction, and every one in common. */
function pointAlike({ directions: inA }: Clause, { directions: inB }: Clause): boolean {
  return (
    inA.size > 0 && inA.size === inB.size && [...inA].every(([at, way]) => inB.get(at) === way)
  );
}

function sharesFigure(a: Statement, b: Statement, unit: string): boolean {
  const figures = (statement: Statement): Quantity[] =>
    statement.clauses.flatMap(({ quantities }) => quantities.filter((q) => q.unit === unit));
  return figures(a).some((x) => figures(b).some((y) => areCompatible(x, y)));
}

/** Joins pairs on one thing to a divergence whose sides hold one value each. */
function groupByValue(pairs: readonly [Position, Position][]): Position[][][] {
  const groups: Position[][][] = [];
  for (const pair of pairs) {
    const group = groups.find((sides) =>
      pair.some((p) => sides.flat().some((known) => isSamePosition(known, p))),
    );
    if (group === undefined) groups.push(pair.map((position) => [position]));
    else pair.forEach((position) => addPosition(group, position));
  }
  return groups;
}

function isSamePosition(a: Position, b: Position): boolean {
  return a.statement.extract.key === b.statement.extract.key && a.quantity.unit === b.quantity.unit;
}

function addPosition(sides: Position[][], position: Position): void {
  const isKnown = sides
    .flat()
    .some((known) => known.statement.source === position.statement.source);
  if (isKnown) return; // one document does not take two sides
  const side = sides.find(
    ([first]) => first !== undefined && areCompatible(first.quantity, position.quantity),
  );
  if (side === undefined) sides.push([position]);
  else side.push(position);
}

/** Whether both clauses give figures that can be the same one. */
function sharesItsFigure(pair: ClaimPair): boolean {
  const shared = pair.clauseA.quantities.flatMap((a) =>
    pair.clauseB.quantities.filter((b) => a.unit === b.unit).map((b) => areCompatible(a, b)),
  );
  return !contradict(pair) && shared.length > 0 && shared.every(Boolean);
}

/** Puts a document that gives one side's figure on that side, also when it is in another language. */
function addSupport(groups: readonly Position[][][], { a, b, clauseA, clauseB }: ClaimPair): void {
  const both = [
    { known: a, other: b, clause: clauseB },
    { known: b, other: a, clause: clauseA },
  ];
  for (const { known, other, clause } of both) {
    for (const sides of groups) {
      const side = sides.find((s) => s.some((p) => p.statement === known));
      const unit = side?.[0]?.quantity.unit;
      const quantity = clause.quantities.find((q) => q.unit === unit);
      const isPlaced = sides.flat().some((p) => p.statement.source === other.source);
      if (side !== undefined && quantity !== undefined && !isPlaced) {
        side.push({ statement: other, quantity });
      }
    }
  }
}

function isPolarPair(pair: ClaimPair): boolean {
  const { clauseA, clauseB } = pair;
  // Opposite trends with figures of different things ("cost fell 10 %", "output rose 5 %") are common.
  return contradict(pair) && [clauseA, clauseB].every(({ quantities }) => quantities.length <= 1);
}

/** Joins polar pairs to divergences of two sides; an excerpt takes part in one divergence only. */
function groupByView(
  pairs: readonly ClaimPair[],
  used: ReadonlySet<string>,
): [Statement[], Statement[]][] {
  const groups: [Statement[], Statement[]][] = [];
  for (const pair of pairs) {
    const [affirming, denying] = sidesOf(pair);
    if ([affirming, denying].some(({ extract }) => used.has(extract.key))) continue;
    const group = groups.find(
      (sides) => sides[0].includes(affirming) || sides[1].includes(denying),
    );
    const crosses = groups.some(
      (sides) => sides[1].includes(affirming) || sides[0].includes(denying),
    );
    if (crosses) continue;
    if (group === undefined) groups.push([[affirming], [denying]]);
    else {
      if (!group[0].includes(affirming)) group[0].push(affirming);
      if (!group[1].includes(denying)) group[1].push(denying);
    }
  }
  return groups.filter(([a, b]) => !a.some((x) => b.some((y) => x.source === y.source)));
}

/** The one that says so first, the one that denies it second. */
function sidesOf({ a, b, clauseA, clauseB }: ClaimPair): [Statement, Statement] {
  if (clauseA.isNegated !== clauseB.isNegated) return clauseA.isNegated ? [b, a] : [a, b];
  const axis = [...clauseA.directions.keys()].find(
    (at) => clauseB.directions.has(at) && clauseA.directions.get(at) !== clauseB.directions.get(at),
  );
  return axis !== undefined && clauseA.directions.get(axis) === -1 ? [b, a] : [a, b];
}

function keysOf(statements: readonly Statement[]): string[] {
  return [...new Set(statements.map(({ extract }) => extract.key))];
}
