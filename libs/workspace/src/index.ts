export type { CommandPublisher, StageEvent, StageObserver } from './ports.ts';
export type { Stage, StageJob } from './stage.ts';
export { StageRunner } from './stage-runner.ts';
export { Sweeper } from './sweeper.ts';
export { openRun } from './transitions/open-run.ts';
export { WorkspaceStore } from './workspace-store.ts';
