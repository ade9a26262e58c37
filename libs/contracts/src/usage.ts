/** What work has cost so far, or may cost at most. */
export interface Usage {
  /** Query groups searched. */
  readonly searches: number;
  /** Requests to a model, repeated ones included. */
  readonly modelCalls: number;
  /** Queries that a model's search tool made: Gemini 3 bills each of them. */
  readonly searchQueries: number;
  /** Tokens of prompts. */
  readonly inputTokens: number;
  /** Tokens that tools added to a prompt: pages that were read. Billed as input. */
  readonly toolTokens: number;
  /** Tokens of answers, without thoughts. */
  readonly outputTokens: number;
  /** Tokens a model thought with. Billed as output. */
  readonly thoughtTokens: number;
  /** Money, in millionths of a US dollar, by the price table of the day. */
  readonly costMicroUsd: number;
}

export const NO_USAGE: Usage = {
  searches: 0,
  modelCalls: 0,
  searchQueries: 0,
  inputTokens: 0,
  toolTokens: 0,
  outputTokens: 0,
  thoughtTokens: 0,
  costMicroUsd: 0,
};

export const USAGE_KINDS = Object.keys(NO_USAGE) as readonly (keyof Usage)[];

/** What one version may cost. The limit is enforced before a call, in code: a prompt is advice. */
export const VERSION_LIMITS: Usage = {
  searches: 40,
  // Several times what a version needs: refused requests cost nothing, but count, and an outage makes many.
  modelCalls: 150,
  searchQueries: 120,
  inputTokens: 1_500_000,
  toolTokens: 4_000_000,
  outputTokens: 400_000,
  thoughtTokens: 600_000,
  costMicroUsd: 5_000_000,
};

/**
 * Why a stage waits when a limit of the day is reached. It passes by itself, so whoever asked may let the
 * version go on: the limit is checked again, and nobody's decision is taken.
 */
export const LIMITS_OF_A_DAY: ReadonlySet<string> = new Set(['daily-quota', 'over-daily-budget']);

/** The sum of two usages. What an older document does not know counts as nothing. */
export function addUsage(a: Partial<Usage>, b: Partial<Usage>): Usage {
  return usageOf((kind) => (a[kind] ?? 0) + (b[kind] ?? 0));
}

/** `a` without `b`, never below nothing. */
export function usageBeyond(a: Partial<Usage>, b: Partial<Usage>): Usage {
  return usageOf((kind) => Math.max((a[kind] ?? 0) - (b[kind] ?? 0), 0));
}

function usageOf(value: (kind: keyof Usage) => number): Usage {
  return {
    searches: value('searches'),
    modelCalls: value('modelCalls'),
    searchQueries: value('searchQueries'),
    inputTokens: value('inputTokens'),
    toolTokens: value('toolTokens'),
    outputTokens: value('outputTokens'),
    thoughtTokens: value('thoughtTokens'),
    costMicroUsd: value('costMicroUsd'),
  };
}
