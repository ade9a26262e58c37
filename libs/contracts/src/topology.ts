import { namesOf, type StageNames } from './names.ts';
import { STAGE_NAMES, type StageName } from './pipeline.ts';
import type { Timings } from './timings.ts';

/** The Pub/Sub resources of one stage with their settings, whoever makes them (local start or stacks). */
export interface StageTopology extends StageNames {
  readonly stage: StageName;
  readonly ackDeadlineMs: number;
  readonly minBackoffMs: number;
  readonly maxBackoffMs: number;
  readonly maxDeliveryAttempts: number;
  readonly retentionMs: number;
  readonly deadLetterRetentionMs: number;
}

/** All topics and subscriptions of the pipeline. Subscriptions never expire (31 idle days would delete them). */
export function topologyOf(timings: Timings): StageTopology[] {
  return STAGE_NAMES.map((stage) => ({
    stage,
    ...namesOf(stage),
    ackDeadlineMs: timings.stages[stage].ackDeadlineMs,
    minBackoffMs: timings.stages[stage].minBackoffMs,
    maxBackoffMs: timings.stages[stage].maxBackoffMs,
    maxDeliveryAttempts: timings.stages[stage].maxDeliveryAttempts,
    retentionMs: timings.global.messageRetentionMs,
    deadLetterRetentionMs: timings.global.deadLetterRetentionMs,
  }));
}
