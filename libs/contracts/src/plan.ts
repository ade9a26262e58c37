import type { Language } from './language.ts';

/** What a person asked for, as the workspace keeps it for one version. */
export interface ResearchRequest {
  readonly kind: 'new';
  /** The question in the person's own words, trimmed, 1 to MAX_QUESTION_LENGTH UTF-16 units. */
  readonly question: string;
  readonly reportLanguage: 'zh-TW';
  /** Languages to search in: a field of its own, since sources may speak another than the report. */
  readonly searchLanguages: readonly Language[];
}

/** The searches that answer a question: 4 to 8 groups. */
export interface Plan {
  readonly question: string;
  readonly reportLanguage: 'zh-TW';
  readonly searchLanguages: readonly Language[];
  readonly groups: readonly QueryGroup[];
  /** Name of the provider that planned, for example `local-corpus`. */
  readonly provider: string;
}

/** One search of the plan. */
export interface QueryGroup {
  /** `g1`, `g2`, ... in plan order. */
  readonly id: string;
  /** Why this search is made, in the report's language; becomes a chapter's theme. */
  readonly purpose: string;
  readonly query: string;
  readonly language: Language;
  /** The kind of source this group looks for, for example `document`. */
  readonly sourceKind: string;
}

/** Longest question, in UTF-16 units: LINE messages may hold 10,000, which is no question any more. */
export const MAX_QUESTION_LENGTH = 5_000;

/** A plan has at least four groups (fewer leave a question one-sided) and at most eight (cost). */
export const PLAN_GROUPS = { min: 4, max: 8 } as const;
