import { STAGE_NAMES, type StageName, type VersionState } from '@dossier/contracts';

/** The stage that is under way or due; where a version ended when it ended early. */
export function stageOf({ failure, stages }: VersionState): StageName {
  if (failure !== undefined) return failure.stage;
  return STAGE_NAMES.find((name) => stages[name]?.status !== 'done') ?? 'notify';
}
