import { Inject, Injectable } from '@nestjs/common';
import {
  FOLLOW_UP_GROUPS,
  PLAN_GROUPS,
  Retryable,
  type BaseVersion,
  type OutputsOf,
  type Plan,
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

  async run({ request, base, signal, clock }: StageJob<'plan'>): Promise<OutputsOf<'plan'>> {
    const plan = await this.planner.plan(request, { request, base, signal, clock });
    const { min, max } = base === undefined ? PLAN_GROUPS : FOLLOW_UP_GROUPS;
    const count = plan.groups.length - (base?.plan.groups.length ?? 0);
    if (count < min || count > max || !keepsGroups(plan, base)) throw new Retryable('bad-plan');
    return { plan };
  }
}

/** The base's groups are named by its evidence: another group of the same name would pass for its own. */
function keepsGroups({ groups }: Plan, base: BaseVersion | undefined): boolean {
  const ids = new Set(groups.map(({ id }) => id));
  const known = base?.plan.groups ?? [];
  return ids.size === groups.length && known.every(({ id }, at) => groups[at]?.id === id);
}
