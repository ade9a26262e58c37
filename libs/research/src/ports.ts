import type {
  Clock,
  Evidence,
  GroupFindings,
  Plan,
  QueryGroup,
  Report,
  ResearchRequest,
} from '@dossier/contracts';

/** What every call of a provider may rely on. */
export interface ResearchContext {
  /** Aborts when the stage's time is over or its lease is lost: stop soon, whatever you return is thrown away. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Turns a question into 4 to 8 query groups. Deterministic providers return the same plan again. */
export interface Planner {
  /** @throws Permanent `corpus-empty` when there is nothing that could be searched. */
  plan(request: ResearchRequest, context: ResearchContext): Promise<Plan>;
}

/** Finds evidence. */
export interface Searcher {
  /** Runs one query group. Finding nothing is a result, not an error. */
  search(plan: Plan, group: QueryGroup, context: ResearchContext): Promise<GroupFindings>;
  /**
   * Merges all groups into one evidence with keys, agreements, divergences and gaps.
   * Evidence without sources is a result: the stage ends the version with `no-evidence`.
   */
  compare(
    plan: Plan,
    findings: readonly GroupFindings[],
    context: ResearchContext,
  ): Promise<Evidence>;
}

/** Writes the report from the evidence alone. */
export interface Writer {
  write(plan: Plan, evidence: Evidence, context: ResearchContext): Promise<Report>;
}
