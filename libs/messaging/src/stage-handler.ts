import { DiscoveryService } from '@nestjs/core';
import type { StageName } from '@dossier/contracts';

/** Marks the Nest provider that works on a stage: `@StageHandler('plan') class PlanStage implements Stage<'plan'>`. */
export const StageHandler = DiscoveryService.createDecorator<StageName>();
