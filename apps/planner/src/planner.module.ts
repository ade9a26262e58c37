import { Module } from '@nestjs/common';
import { PlanStage } from './plan.stage.ts';

/** The planner service: stage `plan`. */
@Module({ providers: [PlanStage] })
export class PlannerModule {}
