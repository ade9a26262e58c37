import { Inject, Injectable } from '@nestjs/common';
import {
  FOLLOW_UP_GROUPS,
  PLAN_GROUPS,
  Retryable,
  wishOf,
  type BaseVersion,
  type OutputsOf,
  type Plan,
  type ResearchRequest,
} from '@dossier/contracts';
import { StageHandler } from '@dossier/messaging';
import { PLANNER } from '@dossier/platform';
import type { Planner } from '@dossier/research';
import type { Stage, StageJob } from '@dossier/workspace';

/** PLAN: turns the question into 4 to 8 query groups, and a follow-up into 1 to 4 further ones. */
@Injectable()
@StageHandler('plan')
export class PlanStage implements Stage<'plan'> {
  constructor(@Inject(PLANNER) private readonly planner: Planner) {}

  async run(job: StageJob<'plan'>): Promise<OutputsOf<'plan'>> {
    const { request, base } = job;
    const plan = await this.planner.plan(request, job);
    const { min, max } = allowedGroups(request, plan);
    const count = plan.groups.length - (base?.plan.groups.length ?? 0);
    if (count < min || count > max || !keepsGroups(plan, base)) throw new Retryable('bad-plan');
    return { plan };
  }
}

/** Rewriting and publishing anew need no search. */
function allowedGroups(request: ResearchRequest, plan: Plan) {
  if (request.kind === 'new') return PLAN_GROUPS;
  const { kind } = wishOf(request, plan);
  const searches = kind !== 'rewrite' && kind !== 'republish';
  return searches ? FOLLOW_UP_GROUPS : { min: 0, max: 0 };
}

/** The base's groups are named by its evidence: another group of the same name would pass for its own. */
function keepsGroups({ groups }: Plan, base: BaseVersion | undefined): boolean {
  const ids = new Set(groups.map(({ id }) => id));
  const known = base?.plan.groups ?? [];
  return ids.size === groups.length && known.every(({ id }, at) => groups[at]?.id === id);
}
