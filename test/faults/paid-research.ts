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
import type { Planner, ResearchContext, Searcher, Writer } from '@dossier/research';
import type { PaidRequest } from './paid-provider.ts';

/** The research ports on a `PaidProvider`. */
export class PaidResearch implements Planner, Searcher, Writer {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  plan(request: ResearchRequest, context: ResearchContext): Promise<Plan> {
    return this.#ask('plan', { question: request.question, request }, context);
  }

  search(plan: Plan, group: QueryGroup, context: ResearchContext): Promise<GroupFindings> {
    const index = plan.groups.findIndex(({ id }) => id === group.id);
    return this.#ask(`search.${index}`, { question: plan.question, plan }, context);
  }

  compare(
    plan: Plan,
    findings: readonly GroupFindings[],
    context: ResearchContext,
  ): Promise<Evidence> {
    return this.#ask('compare', { question: plan.question, plan, findings }, context);
  }

  write(plan: Plan, _evidence: Evidence, context: ResearchContext): Promise<Report> {
    return this.#ask('write', { question: plan.question, plan }, context);
  }

  async #ask<T>(call: string, body: PaidRequest, { signal }: ResearchContext): Promise<T> {
    const response = await fetch(`${this.#url}/${call}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal,
    }).catch((error: unknown) => {
      throw new Retryable('provider-unreachable', { cause: error });
    });
    if (!response.ok) throw failureOf(response.status, await response.text());
    // Our own provider: a call of this name answers with content of this type.
    return (await response.json()) as T;
  }
}

/** The four kinds of errors, by the status that stands for each. */
function failureOf(status: number, detail: string): Error {
  if (status === 503) return new Retryable('provider-unavailable');
  if (status === 402) return new NeedsHuman('over-budget', { detail });
  if (status === 422) return new Permanent('provider-refused');
  return new Error(`provider answered ${status}: ${detail}`);
}
