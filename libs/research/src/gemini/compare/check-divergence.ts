import type { Divergence } from '@dossier/contracts';
import type { Placed } from '../../follow-up.ts';
import { KINDS, type DivergenceAnswer, type SideAnswer } from './comparison-answer.ts';
import { figuresIn, isKnown, knownFigures, type Figure } from './figures.ts';
import { keysOf, placedBy, textsByWitness } from './known-keys.ts';
import { readPosition, readStatement } from './wording.ts';

interface Side {
  readonly position: string;
  readonly placed: readonly Placed[];
  readonly figures: readonly Figure[];
}

const MOST_SIDES = 6;

/**
 * A divergence that its excerpts bear, or what is wrong with it: at least two sides, each with excerpts,
 * witnesses of its own and no figure that its excerpts do not give. Sides that fail are left out.
 */
export function checkDivergence(
  answer: DivergenceAnswer,
  shown: ReadonlyMap<string, Placed>,
): Divergence | string {
  const kind = KINDS.filter((known) => answer.kind.slice(0, 100).toLowerCase().includes(known));
  if (kind[0] === undefined || kind[1] !== undefined) return 'the kind is not one of the two';
  const { words, flaw } = readStatement(answer.claim);
  if (flaw !== undefined) return `the claim ${flaw}`;
  const read = answer.sides.slice(0, MOST_SIDES).map((side) => readSide(side, shown));
  const sides = read.filter((side) => typeof side === 'object');
  const wrong = read.find((side) => typeof side === 'string');
  if (sides.length < 2) return wrong ?? 'it needs at least two sides';
  const opposed = flawBetween(sides, words, kind[0]);
  if (opposed !== undefined) return opposed;
  return {
    kind: kind[0],
    claim: words,
    sides: sides.map(({ position, placed }) => ({ position, extracts: keysOf(placed) })),
  };
}

function readSide(
  { position, extracts }: SideAnswer,
  shown: ReadonlyMap<string, Placed>,
): Side | string {
  const { words, flaw } = readPosition(position);
  if (flaw !== undefined) return `a position ${flaw}`;
  const placed = placedBy(extracts, shown);
  if (placed.length === 0) return 'a side has none of the listed extracts';
  const known = knownFigures(placed.map(({ extract }) => extract.text));
  const figures = figuresIn(words);
  return figures.every((figure) => isKnown(figure, known))
    ? { position: words, placed, figures }
    : "a position holds a figure that its side's extracts do not give";
}

function flawBetween(
  sides: readonly Side[],
  claim: string,
  kind: Divergence['kind'],
): string | undefined {
  const witnesses = sides.flatMap(({ placed }) => [...textsByWitness(placed).keys()]);
  if (new Set(witnesses).size < witnesses.length) return 'a source stands on more than one side';
  const texts = sides.flatMap(({ placed }) => placed.map(({ extract }) => extract.text));
  const known = knownFigures(texts);
  if (!figuresIn(claim).every((figure) => isKnown(figure, known))) {
    return "the claim holds a figure that its sides' extracts do not give";
  }
  if (new Set(sides.map(({ position }) => position)).size < sides.length) {
    return 'two sides say the same';
  }
  return kind === 'numeric' ? flawOfFigures(sides) : undefined;
}

function flawOfFigures(sides: readonly Side[]): string | undefined {
  if (sides.some(({ figures }) => figures.length === 0)) return 'a side gives no figure';
  const given = sides.map(({ figures }) => JSON.stringify(figures.map(nameOf)));
  return new Set(given).size < sides.length ? 'two sides give the same figures' : undefined;
}

function nameOf({ values, quantities: [quantity] }: Figure): unknown {
  return values.length > 0 ? values : [quantity?.low, quantity?.high, quantity?.unit];
}
