import type {
  Evidence,
  GroupFindings,
  Plan,
  QueryGroup,
  Report,
  ResearchRequest,
} from '@dossier/contracts';
import { sampleEvidence, samplePlan, sampleReport } from '@dossier/report/testing';
import type { Planner, ResearchContext, Searcher, Writer } from '@dossier/research';
import type { ModelTimes } from './model-times.ts';

/** One call of a model as the provider saw it; instants in milliseconds since the epoch. */
export interface ModelCall {
  /** `plan`, `search.0`, `compare` or `write`. */
  readonly model: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Questions that begin so are answered without waiting: the run that opens the connections. */
export const WARM_UP = 'warm-up';

/**
 * Research that costs nothing: small constant content that passes every gate. With model times it
 * waits as long as a model would, so that only the time around the model is the product's own.
 */
export class InstantResearch implements Planner, Searcher, Writer {
  readonly #times: ModelTimes | undefined;
  readonly #onCall: (call: ModelCall) => void;

  constructor(times: ModelTimes | undefined, onCall: (call: ModelCall) => void) {
    this.#times = times;
    this.#onCall = onCall;
  }

  async plan({ question }: ResearchRequest, context: ResearchContext): Promise<Plan> {
    const plan = { ...samplePlan(), question };
    const groups = this.#groups(plan);
    await this.#call('plan', this.#times?.plan, question, context);
    return { ...plan, groups };
  }

  async search(plan: Plan, group: QueryGroup, context: ResearchContext): Promise<GroupFindings> {
    const index = plan.groups.findIndex(({ id }) => id === group.id);
    await this.#call(`search.${index}`, this.#times?.searches[index], plan.question, context);
    const { sources } = sampleEvidence();
    return { groupId: group.id, sources: sources.slice(index % sources.length).slice(0, 1) };
  }

  async compare(
    plan: Plan,
    _findings: readonly GroupFindings[],
    context: ResearchContext,
  ): Promise<Evidence> {
    await this.#call('compare', this.#times?.compare, plan.question, context);
    return { ...sampleEvidence(), question: plan.question };
  }

  async write(plan: Plan, _evidence: Evidence, context: ResearchContext): Promise<Report> {
    await this.#call('write', this.#times?.write, plan.question, context);
    return { ...sampleReport(), writtenAt: context.clock.now().toISOString() };
  }

  /** As many groups as there are recorded searches. */
  #groups({ groups }: Plan): QueryGroup[] {
    const count = this.#times?.searches.length ?? groups.length;
    return Array.from({ length: count }, (_none, index) => {
      const { id: _own, ...group } = groups[index % groups.length] ?? lacking();
      return { id: `g${index + 1}`, ...group };
    });
  }

  async #call(
    model: string,
    ms: number | undefined,
    question: string,
    { clock, signal }: ResearchContext,
  ): Promise<void> {
    if (ms === undefined || question.startsWith(WARM_UP)) return;
    const startedAt = preciseNow();
    await clock.sleep(ms, signal);
    this.#onCall({ model, startedAt, endedAt: preciseNow() });
  }
}

/** The epoch's milliseconds with fractions: instants of several processes on one machine compare. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

function lacking(): never {
  throw new Error('the sample plan has no groups');
}
