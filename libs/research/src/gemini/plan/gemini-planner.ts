import {
  LANGUAGES,
  type BaseVersion,
  type FollowUp,
  type FollowUpWish,
  type Language,
  type Plan,
  type QueryGroup,
  type ResearchRequest,
} from '@dossier/contracts';
import { followUpOf } from '../../follow-up.ts';
import type { Planner, ResearchContext } from '../../ports.ts';
import { GEMINI_PROVIDER, type GeminiParts } from '../gemini-parts.ts';
import { numbered } from './group-draft.ts';
import { furtherLanguages, planFurther } from './plan-further.ts';
import { planNew } from './plan-new.ts';
import { readWish } from './read-wish.ts';

/**
 * Plans with a model's proposals, which rules bound: how many groups, in which languages, of which
 * words. Nothing that a model writes is more than a proposal for these.
 */
export class GeminiPlanner implements Planner {
  readonly #parts: GeminiParts;

  constructor(parts: GeminiParts) {
    this.#parts = parts;
  }

  /**
   * @throws Permanent `not-researchable`, `no-such-chapter`, `unclear-wish`, and whatever the gateway
   * throws.
   */
  async plan(request: ResearchRequest, context: ResearchContext): Promise<Plan> {
    context.signal.throwIfAborted();
    if (request.kind !== 'new') return this.#planFollowUp(request, context);
    const drafts = await planNew(request, this.#parts.gateway, context);
    const { question, reportLanguage, searchLanguages } = request;
    const groups = numbered(drafts, [], context.clock.now());
    return { question, reportLanguage, searchLanguages, groups, provider: GEMINI_PROVIDER };
  }

  async #planFollowUp(request: FollowUp, context: ResearchContext): Promise<Plan> {
    const { base } = context;
    if (base === undefined) throw new Error('a follow-up without the version it goes on from');
    const { gateway } = this.#parts;
    const wish =
      request.kind === 'in-words'
        ? await readWish(request.instruction ?? '', base, gateway, context)
        : undefined;
    const same = furtherPlan(base, [], [], wish);
    const work = followUpOf({ ...context, request }, same);
    if (work === undefined || !needsSearch(work.wish)) return same;
    const drafts = await planFurther(work, gateway, context);
    const groups = numbered(drafts, base.plan.groups, context.clock.now());
    return furtherPlan(base, groups, furtherLanguages(work), wish);
  }
}

/** Its base's groups as they are, and further ones. A wish that the base came of is none of this plan. */
function furtherPlan(
  { plan }: BaseVersion,
  groups: readonly QueryGroup[],
  languages: readonly Language[],
  wish: FollowUpWish | undefined,
): Plan {
  const { question, reportLanguage } = plan;
  return {
    question,
    reportLanguage,
    searchLanguages: LANGUAGES.filter((each) =>
      [...plan.searchLanguages, ...languages].includes(each),
    ),
    groups: [...plan.groups, ...groups],
    provider: GEMINI_PROVIDER,
    ...(wish !== undefined && { wish }),
  };
}

function needsSearch({ kind }: FollowUpWish): boolean {
  return kind !== 'rewrite' && kind !== 'republish';
}
