export type {
  ArtifactName,
  Artifacts,
  BaseVersion,
  CheckpointName,
  Checkpoints,
  InputsOf,
  LaterNoticeName,
  LaterNotices,
  OutputsOf,
  StepName,
} from './artifacts.ts';
export type { Clock, Ids } from './clock.ts';
export { commandFor, outboxIdOf, parseCommand, StageCommand } from './command.ts';
export type { Notice } from './notice.ts';
export {
  DECISION_EXPIRED,
  NeedsHuman,
  NO_EVIDENCE_REASONS,
  Permanent,
  Retryable,
} from './errors.ts';
export type { Evaluation, GateResult } from './evaluation.ts';
export {
  extractIndex,
  type Agreement,
  type Divergence,
  type Evidence,
  type Extract,
  type FoundExtract,
  type Gap,
  type GroupFindings,
  type GroupProblem,
  type SearchSuggestion,
  type Source,
  type SourceLocation,
} from './evidence.ts';
export { isRunId, retryKeyOf, runIdOf, type RunId, type RunKey } from './ids.ts';
export { LANGUAGES, type Language } from './language.ts';
export {
  MODEL_TIERS,
  type CallLedger,
  type LedgerEntry,
  type ModelTier,
  type OpenCall,
  type PlannedCall,
} from './ledger.ts';
export { namesOf, type StageNames } from './names.ts';
export type { Delivery, Outcome } from './outcome.ts';
export { MessageRejected } from './parse.ts';
export {
  PIPELINE,
  SERVICE_NAMES,
  STAGE_NAMES,
  type ServiceName,
  type StageName,
} from './pipeline.ts';
export {
  FOLLOW_UP_GROUPS,
  MAX_INSTRUCTION_LENGTH,
  MAX_QUESTION_LENGTH,
  PLAN_GROUPS,
  wishOf,
  type FollowUp,
  type FollowUpWish,
  type NewResearch,
  type Plan,
  type QueryGroup,
  type ResearchRequest,
} from './plan.ts';
export type {
  Publication,
  PublishedChapter,
  PublishedSource,
  ReportCounts,
} from './publication.ts';
export type { Chapter, ChapterKind, Report } from './report.ts';
export {
  TIMING_PROFILES,
  type GlobalTiming,
  type StageTiming,
  type TimingProfile,
  type Timings,
} from './timings.ts';
export { topologyOf, type StageTopology } from './topology.ts';
export {
  addUsage,
  LIMITS_OF_A_DAY,
  NO_USAGE,
  USAGE_KINDS,
  usageBeyond,
  VERSION_LIMITS,
  type Usage,
} from './usage.ts';
export {
  isEnded,
  type AuditEntry,
  type Lease,
  type OutboxEntry,
  type Requester,
  type StageFailure,
  type StageProgress,
  type StageState,
  type StageStatus,
  type Telling,
  type VersionState,
  type VersionStatus,
  type Workspace,
} from './workspace.ts';
