import type {
  BaseVersion,
  CallLedger,
  Clock,
  Evidence,
  GroupFindings,
  Plan,
  QueryGroup,
  Report,
  ResearchRequest,
  StageProgress,
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
  /** Keeps account of requests to a model; a provider that asks a model needs it. */
  readonly ledger?: CallLedger;
  /** Keeps what was paid for; a provider that asks a model needs it. */
  readonly steps?: StepMemory;
  /** Tells how far the stage has come; the newest word counts. Never waits, never throws. */
  readonly progress?: (progress: StageProgress) => void;
}

/**
 * Results of steps that cost money, kept for the version: a crash repeats only what is missing. Names
 * are short, of `a-z`, `0-9`, `.` and `-`, and say the step: `write.chapter.2`.
 */
export interface StepMemory {
  /** What this attempt or an earlier one saved, as JSON gives it back; undefined when nothing was. */
  read(name: string): Promise<unknown>;
  /** Saves it. If a twin was faster, its content is returned and must be used. */
  save(name: string, content: unknown): Promise<unknown>;
}

/**
 * Turns a question into 4 to 8 query groups. Deterministic providers return the same plan again.
 * A follow-up's plan is the base's groups, unchanged and first, and 1 to 4 further ones; none when its
 * wish in words came to a rewriting or a republishing.
 *
 * Like all ports here it may also throw what keeps a provider's model from answering: `Retryable`
 * (`model-...`), Permanent `model-misconfigured`, `NeedsHuman` (`over-budget`, `daily-quota`).
 */
export interface Planner {
  /**
   * @throws Permanent `corpus-empty` when there is nothing that could be searched, `not-researchable`
   * when no search could answer; of a follow-up `no-such-chapter` when it names a chapter that is not there
   * or holds no content, `unclear-wish` when its words are none that a report can be given.
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
