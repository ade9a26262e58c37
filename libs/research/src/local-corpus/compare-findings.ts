import type { Evidence, Extract, GroupFindings, Plan, Source } from '@dossier/contracts';
import { mergeFindings, putFirst } from '../evidence/merge-findings.ts';
import { claimPairs, type ClaimPair } from './claim-pairs.ts';
import { findAgreements } from './find-agreements.ts';
import { claimNamer } from './claim-names.ts';
import { claimTokens } from './claim-tokens.ts';
import { detectLanguage } from './detect-language.ts';
import { findDivergences } from './find-divergences.ts';
import { exactAnswers, type ExactAnswers } from './focus.ts';
import { gapsOf, type SearchedCorpus } from './find-gaps.ts';
import { askedUnits, asksQuantity, asksYear } from './quantities.ts';
import { questionTerms, type Lexicon } from './question-terms.ts';
import { statementOf } from './statements.ts';

/** What comparing needs to know about the corpus. */
export interface ComparedCorpus extends SearchedCorpus {
  readonly lexicon: Lexicon;
}

/** Merges all groups' findings, keys them, and sets them against each other. */
export async function compareFindings(
  plan: Plan,
  findings: readonly GroupFindings[],
  corpus: ComparedCorpus,
): Promise<Evidence> {
  const terms = questionTerms(plan.question, corpus.lexicon);
  const merged = mergeFindings(findings);
  const exact = exactAnswers(pairsOf(merged), terms, corpus.lexicon);
  const sources = putFirst(merged, ({ key }) =>
    exact.own.has(key) ? 2 : exact.placed.has(key) ? 1 : 0,
  );
  return {
    question: plan.question,
    sources,
    ...(await claimsIn(plan.question, sources, corpus.lexicon)),
    gaps: gapsOf(plan, sources, corpus),
  };
}

/** What the documents agree on and where they contradict each other, of all that they say. */
export async function claimsIn(
  question: string,
  sources: readonly Source[],
  lexicon: Lexicon,
): Promise<Pick<Evidence, 'agreements' | 'divergences'>> {
  const terms = questionTerms(question, lexicon);
  const found = pairsOf(sources);
  const answers = exactAnswers(found, terms, lexicon);
  const asked = { terms, yearsAreValues: asksYear(question) };
  const statements = found.map((one) => statementOf(one, lexicon, asked));
  const pairs = claimPairs(statements, askedTokens(question, lexicon)).filter((pair) =>
    isAsked(pair, question, answers),
  );
  const nameClaim = await claimNamer(question, terms, lexicon);
  const divergences = findDivergences(pairs, nameClaim);
  const divergent = new Set(divergences.flatMap(({ sides }) => sides.flatMap((s) => s.extracts)));
  return { agreements: findAgreements(pairs, divergent, nameClaim), divergences };
}

/** The question in the form in which claims are compared. */
function askedTokens(question: string, lexicon: Lexicon): ReadonlySet<string> {
  return claimTokens(question, detectLanguage(question), lexicon);
}

function pairsOf(sources: readonly Source[]): { source: Source; extract: Extract }[] {
  return sources.flatMap((source) => source.extracts.map((extract) => ({ source, extract })));
}

/**
 * Who says otherwise than an exact answer speaks of what is asked, in whatever words. A figure may
 * leave its subject to the heading; what is affirmed or denied is said in the sentence itself, and
 * is no answer to "how many".
 */
function isAsked(
  { a, b, clauseA, clauseB }: ClaimPair,
  question: string,
  answers: ExactAnswers,
): boolean {
  const hasFigures = clauseA.quantities.length > 0 && clauseB.quantities.length > 0;
  if (!hasFigures && asksQuantity(question)) return false;
  const units = askedUnits(question);
  const hasUnit = clauseA.quantities.some(({ unit }) => units.has(unit));
  if (hasFigures && units.size > 0 && !hasUnit) return false;
  const keys = hasFigures ? answers.placed : answers.own;
  if (keys.has(a.extract.key) || keys.has(b.extract.key)) return true;
  // "Does geothermal power affect hot springs?" is answered by "after the start the springs fell".
  return [a, b].every(({ extract }) => answers.partly.has(extract.key)) && !asksQuantity(question);
}
