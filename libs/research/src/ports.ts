import type {
  BaseVersion,
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
  /** What the version is asked for; absent counts as new research. */
  readonly request?: ResearchRequest | undefined;
  /** What a follow-up goes on from; absent for new research. */
  readonly base?: BaseVersion | undefined;
}

/**
 * Turns a question into 4 to 8 query groups. Deterministic providers return the same plan again.
 * A follow-up's plan is the base's groups, unchanged and first, and 1 to 4 further ones.
 */
export interface Planner {
  /**
   * @throws Permanent `corpus-empty` when there is nothing that could be searched, `no-such-chapter`
   * when a follow-up names a chapter that is not there or holds no content.
   */
  plan(request: ResearchRequest, context: ResearchContext): Promise<Plan>;
}

/** Finds evidence. */
export interface Searcher {
  /**
   * Runs one query group. Finding nothing is a result, not an error. A follow-up asks for its further
   * groups only, and wants what the base's evidence does not hold.
   */
  search(plan: Plan, group: QueryGroup, context: ResearchContext): Promise<GroupFindings>;
  /**
   * Merges all groups into one evidence with keys, agreements, divergences and gaps.
   * Evidence without sources is a result: the stage ends the version with `no-evidence`.
   * A follow-up's evidence holds everything of the base's under the same keys; `findings` are those
   * of its further groups. Evidence with nothing new is a result, too.
   */
  compare(
    plan: Plan,
    findings: readonly GroupFindings[],
    context: ResearchContext,
  ): Promise<Evidence>;
}

/** Writes the report from the evidence alone. */
export interface Writer {
  /**
   * A follow-up's report keeps every chapter that it does not work on byte for byte.
   * @throws Permanent `no-evidence`; of a follow-up also `no-such-chapter`, `nothing-new` when the
   * report would stay as it is, `rewrite-not-offline` when this provider cannot do what is wished.
   */
  write(plan: Plan, evidence: Evidence, context: ResearchContext): Promise<Report>;
}
