/** What work has cost so far, or may cost at most. */
export interface Usage {
  /** Query groups searched. */
  readonly searches: number;
  /** Calls to a model. */
  readonly modelCalls: number;
}

export const NO_USAGE: Usage = { searches: 0, modelCalls: 0 };

/** What one version may cost. The limit is enforced before a call, in code: a prompt is advice. */
export const VERSION_LIMITS: Usage = { searches: 40, modelCalls: 60 };

/** The sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  return { searches: a.searches + b.searches, modelCalls: a.modelCalls + b.modelCalls };
}
