import type { Evidence, GroupFindings, Plan, QueryGroup } from '@dossier/contracts';
import type { ResearchContext, Searcher } from '../../ports.ts';
import { compareFindings } from '../compare/compare-findings.ts';
import type { GeminiParts } from '../gemini-parts.ts';
import { paidContext } from '../paid-step.ts';
import { outlineOf } from '../write/outline.ts';
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
    return compareFindings(this.#parts, plan, findings, context, (merged) =>
      this.#outlineAhead(plan, merged, context),
    );
  }

  /**
   * Has a new report's chapters arranged while its sources are compared: one wait less for the person.
   * The writer finds the outline, or asks for it anew.
   */
  async #outlineAhead(plan: Plan, merged: Evidence, context: ResearchContext): Promise<void> {
    if (context.base !== undefined || merged.sources.length === 0) return;
    const { gateway } = this.#parts;
    try {
      await outlineOf(plan, merged, { gateway, context: paidContext(context) });
    } catch {
      // Whatever it was, the writer meets it again and says so; the comparison must not fail for it.
    }
  }
}
