import {
  PIPELINE,
  type ArtifactName,
  type Clock,
  type InputsOf,
  type StageName,
  type StageProgress,
  type StepName,
  type Workspace,
} from '@dossier/contracts';
import type { Budget } from './budget.ts';
import { publishedBefore } from './published-versions.ts';
import { needed, ofBase, readBase, readerOf } from './read-base.ts';
import type { StageJob } from './stage.ts';
import { versionOf } from './transitions/change.ts';
import type { Held } from './transitions/settle.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** Stages that make something out of the version before; a card must not fail for what it does not show. */
const GOING_ON: ReadonlySet<StageName> = new Set(['plan', 'search', 'write']);

/**
 * Gathers what a claimed stage works with.
 * @throws Permanent `base-unreadable` when a follow-up cannot read what it goes on from.
 * @throws MissingArtifact when one that the pipeline promises is not there: a bug, since the stage
 * before it cannot be done without it.
 */
export async function prepareJob<N extends StageName>(
  { held, name, workspace }: { held: Held; name: N; workspace: Workspace },
  parts: {
    store: WorkspaceStore;
    clock: Clock;
    budget: Budget;
    signal: AbortSignal;
    progress: (progress: StageProgress) => void;
  },
): Promise<StageJob<N>> {
  const { store, clock, budget, signal, progress } = parts;
  const { key } = held;
  const version = versionOf(workspace, key.version);
  const names: readonly ArtifactName[] = PIPELINE[name].needs;
  const artifacts = readerOf(store, workspace, key.version);
  const [base, inputs] = await Promise.all([
    GOING_ON.has(name) ? readBase(store, workspace, key) : undefined,
    Promise.all(
      names.map(async (each) => {
        const isCarried = version.carried?.[each] !== undefined;
        const reading = needed(artifacts, each);
        return [each, await (isCarried ? ofBase(reading) : reading)] as const;
      }),
    ),
  ]);
  return {
    key: { runId: key.runId, version: key.version },
    request: version.request,
    requester: workspace.requester,
    reachable: workspace.unreachableSince === undefined,
    version,
    // Exactly the names of PIPELINE[name].needs, each read under its own type.
    inputs: Object.fromEntries(inputs) as unknown as InputsOf<N>,
    base,
    budget,
    ledger: budget,
    checkpoints: {
      read: (checkpoint) => store.readArtifact(key, checkpoint),
      save: (checkpoint, content) => store.createArtifact(key, checkpoint, content),
    },
    steps: {
      read: (step) => store.readArtifact(key, stepName(step)),
      save: (step, content) => store.createArtifact(key, stepName(step), content),
    },
    progress,
    artifacts,
    published: publishedBefore(store, workspace, key.version),
    signal,
    clock,
  };
}

function stepName(step: string): StepName {
  if (!/^[a-z0-9][a-z0-9.-]{0,99}$/.test(step)) throw new Error(`${step} is no name of a step`);
  return `step.${step}`;
}
