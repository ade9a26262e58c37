import { scopesDiffer } from './claim-scope.ts';
import { modifiersDiffer } from './modifiers.ts';
import { overlap, tokenWeights, type Overlap, type TokenWeights } from './claim-tokens.ts';
import { areCompatible } from './quantities.ts';
import type { Clause, Statement } from './statements.ts';

/** Two clauses of different documents that speak of the same thing. */
export interface ClaimPair {
  readonly a: Statement;
  readonly b: Statement;
  readonly clauseA: Clause;
  readonly clauseB: Clause;
  readonly overlap: Overlap;
}

/**
 * How alike two clauses must be to count as one claim. In another language only glossary words,
 * names and shared characters can match, so less of the whole has to, but more of it by number.
 */
const SAME_LANGUAGE = { similarity: 0.5, shared: 2 };
const OTHER_LANGUAGE = { similarity: 0.34, shared: 3 };
/** The same figure in the same unit speaks for itself. */
const SAME_FIGURE = {
  sameLanguage: { similarity: 0.3, shared: 2 },
  otherLanguage: { similarity: 0.2, shared: 2 },
};
/** A clause of one or two words ("about 5 MW") has its subject in the clause before, or in the heading. */
const SHORT_CLAUSE = 4;

/**
 * All pairs of clauses on the same thing in the same scope, from distinct documents.
 * `askedTokens` are the question's, by {@link claimTokens}.
 */
export function claimPairs(
  statements: readonly Statement[],
  askedTokens: ReadonlySet<string>,
): ClaimPair[] {
  const sets = statements.map((statement) => statement.tokens);
  const weight = tokenWeights(sets, askedTokens);
  return statements.flatMap((a, index) =>
    statements
      .slice(index + 1)
      .filter((b) => a.source.key !== b.source.key && isOneSubject(a, b))
      .flatMap((b) => pairsOf(a, b, weight)),
  );
}

function isOneSubject(a: Statement, b: Statement): boolean {
  return !scopesDiffer(a.scope, b.scope) && !modifiersDiffer(a.modifiers, b.modifiers);
}

function pairsOf(a: Statement, b: Statement, weight: TokenWeights): ClaimPair[] {
  return a.clauses.flatMap((clauseA, indexA) =>
    b.clauses.flatMap((clauseB, indexB): ClaimPair[] => {
      if (clauseA.isCondition || clauseB.isCondition) return [];
      const common = overlap(subjectTokens(a, indexA), subjectTokens(b, indexB), weight);
      const needed = likenessNeeded(a, b, clauseA, clauseB);
      const isSame =
        common.similarity >= needed.similarity && common.shared.length >= needed.shared;
      return isSame ? [{ a, b, clauseA, clauseB, overlap: common }] : [];
    }),
  );
}

function likenessNeeded(
  a: Statement,
  b: Statement,
  clauseA: Clause,
  clauseB: Clause,
): { readonly similarity: number; readonly shared: number } {
  const isOneLanguage = a.extract.language === b.extract.language;
  const hasSameFigure = clauseA.quantities.some((x) =>
    clauseB.quantities.some((y) => x.unit === y.unit && areCompatible(x, y)),
  );
  if (hasSameFigure) return isOneLanguage ? SAME_FIGURE.sameLanguage : SAME_FIGURE.otherLanguage;
  return isOneLanguage ? SAME_LANGUAGE : OTHER_LANGUAGE;
}

function subjectTokens(statement: Statement, index: number): ReadonlySet<string> {
  const own = statement.clauses[index]?.tokens ?? new Set<string>();
  if (own.size >= SHORT_CLAUSE) return own;
  const withBefore = new Set([...own, ...(statement.clauses[index - 1]?.tokens ?? [])]);
  return withBefore.size > 1 ? withBefore : new Set([...withBefore, ...statement.placeTokens]);
}

/** Whether two clauses point opposite ways, by opposite words or by one denying the other. */
export function contradict({ clauseA, clauseB }: ClaimPair): boolean {
  const axes = [...clauseA.directions.keys()].filter((axis) => clauseB.directions.has(axis));
  if (axes.length > 0) {
    return axes.some((axis) => clauseA.directions.get(axis) !== clauseB.directions.get(axis));
  }
  return clauseA.isNegated !== clauseB.isNegated;
}
