import {
  NeedsHuman,
  Permanent,
  Retryable,
  type Evidence,
  type GroupFindings,
  type Plan,
  type QueryGroup,
  type Report,
  type ResearchRequest,
} from '@dossier/contracts';
import type { Planner, Searcher, Writer } from '@dossier/research';
import type { PaidCall } from '../invariants.ts';
import { paidEvidence, paidFindings, paidPlan, paidReport } from '../paid-content.ts';
import { callTag } from './lineage.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { World } from './world.ts';

/** What the provider itself does wrong, in the undisturbed run too. */
export interface Mishap {
  /** `plan`, `search.0`, `compare` or `write`. */
  readonly call: string;
  readonly kind: 'retryable' | 'permanent' | 'needs-human' | 'bug';
  /** How many calls fail before one succeeds. */
  readonly times: number;
}

const ERRORS = {
  retryable: () => new Retryable('provider-busy'),
  permanent: () => new Permanent('provider-refused'),
  'needs-human': () => new NeedsHuman('provider-asks'),
  bug: () => new TypeError('the provider has a bug'),
} as const;

type ResearchContext = Parameters<Planner['plan']>[1];

/** What a caller has read may be this old when it calls: a call is made on what it knew. */
const ROUND_TRIP_MS = 42;

/** A provider that takes money: counts calls where they arrive, and marks what each of them made. */
export class PaidCalls {
  /** Calls by question. */
  readonly byQuestion = new Map<string, PaidCall[]>();
  #count = 0;
  readonly #failures = new Map<string, number>();

  constructor(private readonly mishaps: readonly Mishap[]) {}

  /** Books a call. @returns the mark of what it makes. @throws what the mishaps say. */
  book(question: string, paid: PaidCall): string {
    const { call } = paid;
    const calls = this.byQuestion.get(question) ?? [];
    this.byQuestion.set(question, [...calls, paid]);
    const key = `${question} ${call}`;
    const failed = this.#failures.get(key) ?? 0;
    const mishap = this.mishaps.find((each) => each.call === call && failed < each.times);
    if (mishap !== undefined) {
      this.#failures.set(key, failed + 1);
      throw ERRORS[mishap.kind]();
    }
    return callTag(this.#count++);
  }
}

/** The provider's ports as one process calls them; deterministic but for the mark of the call. */
export class SimulatedProvider implements Planner, Searcher, Writer {
  readonly #longestMs: number;

  constructor(
    private readonly process: SimulatedProcess,
    private readonly world: World,
    private readonly calls: PaidCalls,
  ) {
    const { leaseTtlMs, modelCallMs } = world.timings.stages.plan;
    // Longer than a lease where a call may be: a stage that lives needs its heartbeat.
    this.#longestMs = Math.min(2 * leaseTtlMs, modelCallMs);
  }

  async plan(request: ResearchRequest, { signal }: ResearchContext): Promise<Plan> {
    const tag = await this.#pay(request.question, 'plan', signal);
    return { ...paidPlan(request), provider: `paid ${tag}` };
  }

  async search(plan: Plan, group: QueryGroup, { signal }: ResearchContext): Promise<GroupFindings> {
    const index = plan.groups.findIndex(({ id }) => id === group.id);
    const tag = await this.#pay(plan.question, `search.${index}`, signal);
    const findings = paidFindings(plan, index);
    const sources = findings.sources.map((source) => ({
      ...source,
      title: `${source.title} ${tag}`,
    }));
    return { ...findings, sources };
  }

  async compare(
    plan: Plan,
    findings: readonly GroupFindings[],
    { signal }: ResearchContext,
  ): Promise<Evidence> {
    const tag = await this.#pay(plan.question, 'compare', signal);
    const note = `${tag} of ${plan.provider}`;
    return { ...paidEvidence(plan, findings), gaps: [{ group: 'g4', note }] };
  }

  async write(plan: Plan, evidence: Evidence, { signal }: ResearchContext): Promise<Report> {
    const tag = await this.#pay(plan.question, 'write', signal);
    const report = paidReport(this.process.clock.now());
    const provider = `paid of ${evidence.gaps[0]?.note ?? ''}`;
    return { ...report, title: `${report.title} ${tag}`, provider };
  }

  #pay(question: string, call: string, signal: AbortSignal): Promise<string> {
    // As a fetch does; what is under way already is paid for anyway.
    signal.throwIfAborted();
    const stale = this.process.dazed;
    const startedAt = this.world.now - ROUND_TRIP_MS;
    return this.process.call({
      name: `pays ${call}`,
      effect: () => this.calls.book(question, { call, startedAt, stale }),
      takesMs: this.world.random(`pay ${this.world.operations}`) * this.#longestMs,
      refusals: [() => new Retryable('provider-unreachable')],
      lostAnswers: [() => new Retryable('provider-unreachable')],
    });
  }
}
