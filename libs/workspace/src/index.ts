export { Budget } from './budget.ts';
export { UnreadableArtifact } from './artifact-document.ts';
export { CallRecords } from './call-records.ts';
export { DailySpending } from './daily-spending.ts';
export { assertDocumentFits } from './document-size.ts';
export type { CommandPublisher, StageEvent, StageObserver } from './ports.ts';
export { clearCollection } from './retention/clear-collection.ts';
export { expiredDocuments } from './retention/expired-documents.ts';
export { removeEach } from './retention/remove-each.ts';
export { InterimRetention } from './retention/interim-retention.ts';
export type { Removal, RetentionRule } from './retention/retention-rule.ts';
export { RetentionSweep } from './retention/retention-sweep.ts';
export { WorkspaceRetention } from './retention/workspace-retention.ts';
export { artifactsOf, newestRuns, type FoundRun, type StoredArtifact } from './run-records.ts';
export type { PublishedVersion, Stage, StageJob } from './stage.ts';
export { StageRunner, type StageRunnerParts } from './stage-runner.ts';
export { Sweeper, type SweepResult } from './sweeper.ts';
export { decideBurial, type Burial } from './transitions/bury.ts';
export { decideCancel, type Cancellation, type Cancelled } from './transitions/cancel.ts';
export { repeatAt, withWakeAt, type Change } from './transitions/change.ts';
export { decideErase } from './transitions/erase.ts';
export { openRun } from './transitions/open-run.ts';
export { decideVersion, type VersionOpened } from './transitions/open-version.ts';
export { decideReach } from './transitions/reach.ts';
export {
  decideResume,
  type NotResumable,
  type Resumed,
  type Resumption,
} from './transitions/resume.ts';
export { decideHandOver, decideTakeBack, undeliveredOf } from './transitions/tell.ts';
export { WorkspaceStore } from './workspace-store.ts';
