import { Inject, Injectable } from '@nestjs/common';
import { PLAN_GROUPS, Retryable, type OutputsOf } from '@dossier/contracts';
import { StageHandler } from '@dossier/messaging';
import { PLANNER } from '@dossier/platform';
import type { Planner } from '@dossier/research';
import type { Stage, StageJob } from '@dossier/workspace';

/** PLAN: turns the question into 4 to 8 query groups. */
@Injectable()
@StageHandler('plan')
export class PlanStage implements Stage<'plan'> {
  constructor(@Inject(PLANNER) private readonly planner: Planner) {}

  async run({ request, signal, clock }: StageJob<'plan'>): Promise<OutputsOf<'plan'>> {
    const plan = await this.planner.plan(request, { signal, clock });
    const count = plan.groups.length;
    if (count < PLAN_GROUPS.min || count > PLAN_GROUPS.max) throw new Retryable('bad-plan');
    return { plan };
  }
}
