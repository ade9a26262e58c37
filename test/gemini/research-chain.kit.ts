import {
  NeedsHuman,
  NO_USAGE,
  Permanent,
  USAGE_KINDS,
  VERSION_LIMITS,
  type BaseVersion,
  type CallLedger,
  type Clock,
  type Evaluation,
  type Evidence,
  type FollowUpWish,
  type GroupFindings,
  type Plan,
  type Report,
  type ResearchRequest,
  type Usage,
} from '@dossier/contracts';
import { evaluateReport } from '@dossier/evaluation';
import type { FakeGemini, SeenRequest } from '@dossier/fake-gemini';
import { createGeminiProvider, geminiDefaults, type GeminiConfig } from '@dossier/research';
import type { SourceRules } from '@dossier/research';
import { Budget } from '@dossier/workspace';
import { KeptWork } from './kept-work.kit.ts';

/** What a chain of stages is set up with; everything has a default. */
export interface ChainSettings {
  readonly config?: Partial<GeminiConfig>;
  readonly sources?: Partial<SourceRules>;
  readonly corpusFolder?: string;
  readonly limits?: Partial<Usage>;
}

/** What a version came to, and what it took. */
export interface Outcome {
  readonly plan: Plan | undefined;
  readonly findings: readonly GroupFindings[];
  readonly evidence: Evidence | undefined;
  readonly report: Report | undefined;
  readonly evaluation: Evaluation | undefined;
  /** What ended it; undefined when there is a report. */
  readonly error: unknown;
  /** What reached the server for it. */
  readonly requests: readonly SeenRequest[];
  /** Steps of the requests that were paid for, in order. */
  readonly steps: readonly string[];
  readonly spent: Usage;
  /** The most that was spent and reserved at any moment, by kind. */
  readonly peak: Usage;
  /** Requests that the budget refused. */
  readonly refusals: number;
}

export const QUESTION = '台灣地熱發電的現況、成本與風險如何？';

export const NEW: ResearchRequest = {
  kind: 'new',
  question: QUESTION,
  reportLanguage: 'zh-TW',
  searchLanguages: ['zh-TW', 'ja', 'en'],
};

/** Far above what a request takes here, and far below a test's own time. */
const PATIENT_MS = 30_000;
const TIER_MS = { plan: PATIENT_MS, search: PATIENT_MS, compare: PATIENT_MS, write: PATIENT_MS };

/** The provider's three stages one after the other, as the workers run them, against a server. */
export class ResearchChain {
  readonly #fake: FakeGemini;
  readonly #limits: Usage;
  readonly #clock: Clock = steppingClock();
  readonly #provider: ReturnType<typeof createGeminiProvider>;

  constructor(fake: FakeGemini, settings: ChainSettings = {}) {
    const { config, sources, corpusFolder, limits } = settings;
    this.#fake = fake;
    this.#limits = { ...VERSION_LIMITS, ...limits };
    this.#provider = createGeminiProvider({
      config: {
        access: { kind: 'api-key', apiKey: fake.apiKey },
        baseUrl: fake.url,
        models: geminiDefaults.models,
        prices: geminiDefaults.prices,
        concurrency: 8,
        callMs: TIER_MS,
        ...config,
      },
      sources: { grounding: 'strict', allow: [], deny: [], pages: [], ...sources },
      corpusFolder,
      clock: this.#clock,
      random: () => 0.5,
    });
  }

  /** Runs a version to its report or to what ends it; never rejects. `kept` is what an attempt before saved. */
  async run(
    request: ResearchRequest = NEW,
    { base, kept = new KeptWork() }: { base?: BaseVersion; kept?: KeptWork } = {},
  ): Promise<Outcome> {
    const before = this.#fake.requests.length;
    const books = new Books(this.#limits);
    const made: Made = {};
    let error: unknown;
    try {
      await this.#stages(made, { request, base, kept, books });
    } catch (failure) {
      error = failure;
    }
    return {
      plan: made.plan,
      findings: made.findings ?? [],
      evidence: made.evidence,
      report: made.report,
      evaluation: made.evaluation,
      error,
      requests: this.#fake.requests.slice(before),
      ...books.summary(),
    };
  }

  /** A further version of one that has a report. */
  followUp(wish: FollowUpWish, outcome: Outcome, kept = new KeptWork()): Promise<Outcome> {
    const base = baseOf(outcome);
    const request = { ...NEW, ...wish, question: base.plan.question, baseVersion: 1 };
    return this.run(request, { base, kept });
  }

  async #stages(made: Made, job: Job): Promise<void> {
    const { request, base, kept, books } = job;
    const { planner, searcher, writer } = this.#provider;
    const context = {
      signal: new AbortController().signal,
      clock: this.#clock,
      request,
      base,
      ledger: books,
      steps: kept.steps,
    };
    const plan = await kept.once('plan', () => planner.plan(request, context));
    made.plan = plan;
    const searches = await Promise.allSettled(
      plan.groups.slice(base?.plan.groups.length ?? 0).map((group) =>
        kept.once(`search.${group.id}`, () => {
          books.takeSearch();
          return searcher.search(plan, group, context);
        }),
      ),
    );
    made.findings = searches.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const worst = worstOf(searches);
    if (worst !== undefined) throw worst;
    const findings = made.findings;
    const evidence = await kept.once('evidence', () =>
      searches.length === 0 && base !== undefined
        ? Promise.resolve(base.evidence)
        : searcher.compare(plan, findings, context),
    );
    made.evidence = evidence;
    if (evidence.sources.length === 0) throw new Permanent('no-evidence');
    const report = await kept.once('report', () => writer.write(plan, evidence, context));
    made.report = report;
    made.evaluation = evaluateReport(report, evidence, this.#clock);
  }
}

/** @throws Error when the outcome is none that a follow-up could go on from. */
export function baseOf({ plan, evidence, report, error }: Outcome): BaseVersion {
  if (plan === undefined || evidence === undefined || report === undefined) {
    throw new Error('there is no version to go on from', { cause: error });
  }
  return { version: 1, plan, evidence, report };
}

/** A failure in short: its kind and reason, or what a bug says of itself. */
export function endOf({ error, report }: Outcome): string {
  if (error === undefined) return report === undefined ? 'nothing' : 'report';
  if (!(error instanceof Error)) return 'bug';
  const isKnown = 'reason' in error && typeof error.reason === 'string';
  return isKnown ? `${error.name}:${String(error.reason)}` : `bug ${error.stack ?? error.message}`;
}

interface Made {
  plan?: Plan;
  findings?: readonly GroupFindings[];
  evidence?: Evidence;
  report?: Report;
  evaluation?: Evaluation;
}

interface Job {
  readonly request: ResearchRequest;
  readonly base: BaseVersion | undefined;
  readonly kept: KeptWork;
  readonly books: Books;
}

/** The real budget of a version, and a record of what went through it. */
class Books implements CallLedger {
  readonly #budget: Budget;
  readonly #steps: string[] = [];
  #peak: { -readonly [K in keyof Usage]: number } = NO_USAGE;
  #refusals = 0;

  constructor(limits: Usage) {
    this.#budget = new Budget(
      { before: NO_USAGE, limits },
      {
        open: ({ step }) => {
          this.#steps.push(step);
          this.#see();
          return Promise.resolve(() => Promise.resolve(this.#see()));
        },
      },
    );
  }

  takeSearch(): void {
    this.#budget.takeSearch();
  }

  async reserve(call: Parameters<CallLedger['reserve']>[0]) {
    try {
      return await this.#budget.reserve(call);
    } catch (error) {
      if (error instanceof NeedsHuman) this.#refusals += 1;
      throw error;
    }
  }

  summary(): Pick<Outcome, 'steps' | 'spent' | 'peak' | 'refusals'> {
    const { spent } = this.#budget;
    return { steps: this.#steps, spent, peak: this.#peak, refusals: this.#refusals };
  }

  #see(): void {
    const { spent } = this.#budget;
    const peak = { ...this.#peak };
    for (const kind of USAGE_KINDS) peak[kind] = Math.max(peak[kind], spent[kind]);
    this.#peak = peak;
  }
}

/** As the worker does: a bug or a decision before what trying again may mend. */
function worstOf(searches: readonly PromiseSettledResult<unknown>[]): Error | undefined {
  const reasons = searches.flatMap((one): Error[] => {
    if (one.status === 'fulfilled') return [];
    return [
      one.reason instanceof Error ? one.reason : new Error('no error', { cause: one.reason }),
    ];
  });
  return reasons.find(({ name }) => name !== 'Retryable') ?? reasons[0];
}

/** Waits are over at once, and time goes on by them. */
function steppingClock(): Clock {
  let now = Date.parse('2026-12-01T00:00:00.000Z');
  return {
    now: () => new Date(now),
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  };
}
