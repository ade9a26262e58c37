export type { BulkOptions, BulkReplayJob, JobCounts, JobState } from './bulk-replay-job.ts';
export type { PlannedReplay, ReplayPlan } from './bulk-replayer.ts';
export { DeadLetterArchive, type Archived } from './dead-letter-archive.ts';
export type { DeadLetterFilter } from './dead-letter-filter.ts';
export { deadLetterRetention } from './dead-letter-retention.ts';
export type { CauseStats, DeadLetterStats } from './dead-letter-stats.ts';
export { DeadLetterStore } from './dead-letter-store.ts';
export { DeadLetterTools, type DeadLetterToolsParts } from './dead-letter-tools.ts';
export type { DeadLetterView, RunOfDeadLetter } from './dead-letter-view.ts';
export {
  DEAD_LETTER_STATES,
  type Closing,
  type DeadCommand,
  type DeadLetter,
  type DeadLetterAudit,
  type DeadLetterState,
  type Operator,
} from './dead-letter.ts';
export type { EditResult } from './edit-dead-letter.ts';
export { DeadLetterError, PurgeNotConfirmed, type DeadLetterErrorCode } from './errors.ts';
export type { MessagePublisher } from './parts.ts';
export type { PurgeResult, PurgeSelection } from './purge-dead-letters.ts';
export type { ReplayVerdict, SkipReason } from './replay-verdict.ts';
export type { ReplayOptions, ReplayOutcome } from './replayer.ts';
