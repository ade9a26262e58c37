export { Budget } from './budget.ts';
export type { CommandPublisher, StageEvent, StageObserver } from './ports.ts';
export type { ArtifactReader, CheckpointStore, Stage, StageJob } from './stage.ts';
export { StageRunner, type StageRunnerParts } from './stage-runner.ts';
export { Sweeper, type SweepResult } from './sweeper.ts';
export { openRun } from './transitions/open-run.ts';
export { WorkspaceStore } from './workspace-store.ts';
