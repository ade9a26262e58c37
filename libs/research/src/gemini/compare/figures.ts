import { numbersIn, valuesIn } from '@dossier/evaluation';
import { quantitiesIn, type Quantity } from '../../local-corpus/quantities.ts';

/** A figure of a text, in digits or in words with a unit (`三成`). */
export interface Figure {
  readonly values: readonly string[];
  readonly quantities: readonly Quantity[];
}

/** What texts can vouch for. */
export interface KnownFigures {
  readonly values: ReadonlySet<string>;
  readonly quantities: readonly Quantity[];
}

/**
 * Up to how many of a unit, in words, is a way of speaking: `兩項研究` and `三種說法` count sources and
 * sides, `最近一年` is a time.
 */
const MOST_REFERRED_TO: ReadonlyMap<string, number> = new Map([
  ['building', 3],
  ['case', 3],
  ['item', 3],
  ['kind', 3],
  ['person', 3],
  ['visit', 3],
  ['day', 1],
  ['month', 1],
  ['year', 1],
]);

export function figuresIn(text: string): readonly Figure[] {
  const quantities = quantitiesIn(text);
  const inDigits = numbersIn(text).map(({ written, values }) => ({
    values,
    quantities: quantities.filter((quantity) => quantity.written.includes(written)),
  }));
  const inWords = quantities
    .filter((quantity) => !/\d/u.test(quantity.written) && !isReference(quantity))
    .map((quantity) => ({ values: [], quantities: [quantity] }));
  return [...inDigits, ...inWords];
}

export function knownFigures(texts: readonly string[]): KnownFigures {
  return {
    values: new Set(texts.flatMap((text) => [...valuesIn(text)])),
    quantities: texts.flatMap((text) => quantitiesIn(text)),
  };
}

/** Whether a figure occurs: the same number, or the same quantity in other words (30% and `三成`). */
export function isKnown(figure: Figure, known: KnownFigures): boolean {
  return (
    figure.values.some((value) => known.values.has(value)) ||
    figure.quantities.some((one) => known.quantities.some((other) => isSame(one, other)))
  );
}

function isReference({ unit, high }: Quantity): boolean {
  return high <= (MOST_REFERRED_TO.get(unit) ?? 0);
}

function isSame(a: Quantity, b: Quantity): boolean {
  return a.unit === b.unit && isClose(a.low, b.low) && isClose(a.high, b.high);
}

/** Equal but for the rounding of unit factors. */
function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.abs(a) * 1e-9;
}
