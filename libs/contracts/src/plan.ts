import type { Language } from './language.ts';

/** What a person asked for, as the workspace keeps it for one version. */
export type ResearchRequest = NewResearch | FollowUp;

interface RequestFields {
  /** The question in the person's own words, trimmed, 1 to MAX_QUESTION_LENGTH UTF-16 units. */
  readonly question: string;
  readonly reportLanguage: 'zh-TW';
  /** Languages to search in: a field of its own, since sources may speak another than the report. */
  readonly searchLanguages: readonly Language[];
}

/** The first version of a run. */
export interface NewResearch extends RequestFields {
  readonly kind: 'new';
}

/** A further version of a run: `question` stays the run's own. */
export interface FollowUp extends RequestFields, FollowUpWish {
  /** The version that it goes on from. */
  readonly baseVersion: number;
}

/** What is wanted of a further version. */
export interface FollowUpWish {
  /**
   * `deepen`: more on one chapter. `add-sources`: more sources, for one chapter or all.
   * `rewrite`: the same evidence in other words. `republish`: the same report, published anew.
   * `in-words`: what is wanted stands in `instruction`, and planning turns it into one of the others.
   */
  readonly kind: 'deepen' | 'add-sources' | 'rewrite' | 'republish' | 'in-words';
  /** Number of a `##` chapter of the base version, from 1, as its table of contents counts. */
  readonly chapter?: number;
  /** Languages that further sources should have. */
  readonly languages?: readonly Language[];
  /** The wish in the person's own words; 1 to MAX_INSTRUCTION_LENGTH UTF-16 units. */
  readonly instruction?: string;
}

/**
 * The searches that answer a question: 4 to 8 groups. A follow-up's plan holds the groups of its base,
 * unchanged, and 1 to 4 further ones; only those are searched. Rewriting and republishing need none.
 */
export interface Plan {
  readonly question: string;
  readonly reportLanguage: 'zh-TW';
  readonly searchLanguages: readonly Language[];
  readonly groups: readonly QueryGroup[];
  /** Name of the provider that planned, for example `local-corpus`. */
  readonly provider: string;
  /** Of a follow-up that was wished for in words: what it came to. */
  readonly wish?: FollowUpWish;
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
  /** Day (`YYYY-MM-DD`) before which sources are of no use; absent when age does not matter. */
  readonly since?: string;
}

/**
 * What a follow-up is to do: as it was asked for, or what planning made of the person's words. A plan
 * that is carried over from a version wished for in words says what that one was to do, not this one.
 */
export function wishOf(request: FollowUp, plan: Plan | undefined): FollowUpWish {
  return request.kind === 'in-words' ? (plan?.wish ?? request) : request;
}

/** Longest question, in UTF-16 units: LINE messages may hold 10,000, which is no question any more. */
export const MAX_QUESTION_LENGTH = 5_000;

/** Longest wish about a report, in UTF-16 units. */
export const MAX_INSTRUCTION_LENGTH = 1_000;

/** A plan has at least four groups (fewer leave a question one-sided) and at most eight (cost). */
export const PLAN_GROUPS = { min: 4, max: 8 } as const;

/** A follow-up adds at least one group and at most four: it asks for one more side, not for a new report. */
export const FOLLOW_UP_GROUPS = { min: 1, max: 4 } as const;
