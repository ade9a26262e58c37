import type {
  ArtifactName,
  Artifacts,
  BaseVersion,
  CheckpointName,
  Checkpoints,
  Clock,
  InputsOf,
  OutputsOf,
  Requester,
  ResearchRequest,
  RunKey,
  StageName,
  VersionState,
} from '@dossier/contracts';
import type { Budget } from './budget.ts';

/** What a stage is given to work with. */
export interface StageJob<N extends StageName> {
  readonly key: RunKey;
  readonly request: ResearchRequest;
  readonly requester: Requester;
  /** False while nothing may be pushed to the requester: blocked, or not in the group any more. */
  readonly reachable: boolean;
  /** The version's state at the claim (how it ended, for `notify`). */
  readonly version: VersionState;
  /** The artifacts that the pipeline says stage N needs. */
  readonly inputs: InputsOf<N>;
  /**
   * What a follow-up goes on from; undefined for new research, and for `publish` and `notify`, which
   * make nothing out of an older version.
   */
  readonly base: BaseVersion | undefined;
  /** Refuses a call that the version can no longer pay for. Reserve before calling. */
  readonly budget: Budget;
  readonly checkpoints: CheckpointStore;
  /** Reads any artifact of this version, carried ones included, whether or not the stage needs it. */
  readonly artifacts: ArtifactReader;
  /**
   * Aborts when the time budget is over, the lease is lost or the process stops. What is returned
   * afterwards is thrown away.
   */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Steps that cost money are saved one by one, so that a crash repeats only what is missing. */
export interface CheckpointStore {
  read<C extends CheckpointName>(name: C): Promise<Checkpoints[C] | undefined>;
  /** Creates the checkpoint; if a twin was faster, its content is returned and must be used. */
  save<C extends CheckpointName>(name: C, content: Checkpoints[C]): Promise<Checkpoints[C]>;
}

/** Reads artifacts of one version, wherever those that it took over unchanged stand. */
export interface ArtifactReader {
  read<A extends ArtifactName>(name: A): Promise<Artifacts[A] | undefined>;
}

/** The work of one stage. `run` may be called again for the same key after a crash. */
export interface Stage<N extends StageName> {
  /** @throws Retryable, Permanent, NeedsHuman; anything else counts as a bug. */
  run(job: StageJob<N>): Promise<OutputsOf<N>>;
}
