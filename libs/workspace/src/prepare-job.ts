import {
  PIPELINE,
  type ArtifactName,
  type Clock,
  type InputsOf,
  type StageName,
  type Workspace,
} from '@dossier/contracts';
import type { Budget } from './budget.ts';
import type { StageJob } from './stage.ts';
import { versionOf } from './transitions/change.ts';
import type { Held } from './transitions/settle.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/**
 * Gathers what a claimed stage works with.
 * @throws Error when an artifact that the pipeline promises is missing: a bug, since the stage
 * before it cannot be done without it.
 */
export async function prepareJob<N extends StageName>(
  { held, name, workspace }: { held: Held; name: N; workspace: Workspace },
  parts: { store: WorkspaceStore; clock: Clock; budget: Budget; signal: AbortSignal },
): Promise<StageJob<N>> {
  const { store, clock, budget, signal } = parts;
  const { key } = held;
  const version = versionOf(workspace, key.version);
  const names: readonly ArtifactName[] = PIPELINE[name].needs;
  const inputs = await Promise.all(
    names.map(async (artifact) => {
      const content = await store.readArtifact(key, artifact);
      if (content === undefined) throw new Error(`artifact ${artifact} is missing`);
      return [artifact, content] as const;
    }),
  );
  return {
    key: { runId: key.runId, version: key.version },
    request: version.request,
    requester: workspace.requester,
    version,
    // Exactly the names of PIPELINE[name].needs, each read under its own type.
    inputs: Object.fromEntries(inputs) as unknown as InputsOf<N>,
    budget,
    checkpoints: {
      read: (checkpoint) => store.readArtifact(key, checkpoint),
      save: (checkpoint, content) => store.createArtifact(key, checkpoint, content),
    },
    artifacts: { read: (artifact) => store.readArtifact(key, artifact) },
    signal,
    clock,
  };
}
