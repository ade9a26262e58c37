import type { Evidence, GroupFindings, Plan, QueryGroup } from '@dossier/contracts';
import type { ResearchContext, Searcher } from '../../ports.ts';
import { compareFindings } from '../compare/compare-findings.ts';
import type { GeminiParts } from '../gemini-parts.ts';
import { paidContext } from '../paid-step.ts';
import { searchOwnSources } from './search-own-sources.ts';
import { searchWeb } from './search-web.ts';
import { unlessBlocked } from './unless-blocked.ts';

/** Finds evidence with Gemini: on the web with Google, or in the operator's own sources. */
export class GeminiSearcher implements Searcher {
  readonly #parts: GeminiParts;

  constructor(parts: GeminiParts) {
    this.#parts = parts;
  }

  async search(plan: Plan, group: QueryGroup, context: ResearchContext): Promise<GroupFindings> {
    const paid = paidContext(context);
    return this.#parts.sources.grounding === 'strict'
      ? unlessBlocked(group.id, () => searchWeb(this.#parts, plan, group, paid))
      : searchOwnSources(this.#parts, plan, group, paid);
  }

  compare(
    plan: Plan,
    findings: readonly GroupFindings[],
    context: ResearchContext,
  ): Promise<Evidence> {
    return compareFindings(this.#parts, plan, findings, context);
  }
}
