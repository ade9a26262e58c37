import type { Extract } from '@dossier/contracts';
import type { Statement } from '@dossier/report';
import { numbersIn, valuesIn } from './numbers.ts';
import { simplifiedCharacters } from './simplified-characters.ts';

type Extracts = ReadonlyMap<string, { readonly extract: Pick<Extract, 'text'> }>;
type Cited = Pick<Statement, 'text' | 'markers'>;

/** What the gates would find in one statement. */
export interface StatementFlaws {
  /** Markers that name no extract (G1). */
  readonly unknown: readonly string[];
  /** No valid marker (G2), however short the statement is. */
  readonly isUncited: boolean;
  /** Numbers, as written, that no cited extract holds (G3). */
  readonly untraced: readonly string[];
  /** Characters that only Simplified Chinese uses (G10). */
  readonly simplified: readonly string[];
}

/** Judges one statement by the rules of the gates, for a writer that leaves out what would not pass. */
export function statementFlaws(statement: Cited, extracts: Extracts): StatementFlaws {
  const { text, markers } = statement;
  return {
    unknown: markers.filter((key) => !extracts.has(key)),
    isUncited: !markers.some((key) => extracts.has(key)),
    untraced: numberTraces(statement, extracts)
      .filter(({ traced }) => !traced)
      .map(({ written }) => written),
    simplified: simplifiedCharacters(ownWords(text)),
  };
}

/** Each number of a statement, and whether an extract that the statement cites holds it. */
export function numberTraces(
  { text, markers }: Cited,
  extracts: Extracts,
): readonly { readonly written: string; readonly traced: boolean }[] {
  const known = new Set(
    markers.flatMap((key) => [...valuesIn(extracts.get(key)?.extract.text ?? '')]),
  );
  return numbersIn(text).map(({ written, values }) => ({
    written,
    traced: values.some((value) => known.has(value)),
  }));
}

/** A text without quotations and titles, which keep the script of their source. */
export function ownWords(text: string): string {
  return text.replace(/「[^」]*」|『[^』]*』|《[^》]*》|〈[^〉]*〉/g, '');
}
