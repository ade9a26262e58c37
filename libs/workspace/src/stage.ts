import type {
  ArtifactName,
  Artifacts,
  BaseVersion,
  CallLedger,
  Clock,
  GroupFindings,
  InputsOf,
  OutputsOf,
  Requester,
  ResearchRequest,
  RunKey,
  StageName,
  StageProgress,
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
  /** Refuses a search that the version can no longer pay for. Take it before it is made. */
  readonly budget: Budget;
  /** Keeps account of requests to models, and refuses what can no longer be paid for. */
  readonly ledger: CallLedger;
  readonly checkpoints: CheckpointStore;
  /** Keeps a provider's own paid steps. */
  readonly steps: StepStore;
  /** Says how far the stage has come; written with the lease's next renewal. Never waits or throws. */
  readonly progress: (progress: StageProgress) => void;
  /** Reads any artifact of this version, carried ones included, whether or not the stage needs it. */
  readonly artifacts: ArtifactReader;
  /** The versions before this one that have a page, oldest first. What they hold is read when asked for. */
  readonly published: readonly PublishedVersion[];
  /**
   * Aborts when the time budget is over, the lease is lost or the process stops. What is returned
   * afterwards is thrown away.
   */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Steps that cost money are saved one by one, so that a crash repeats only what is missing. */
export interface CheckpointStore {
  read(name: `search.${number}`): Promise<GroupFindings | undefined>;
  /** Creates the checkpoint; if a twin was faster, its content is returned and must be used. */
  save(name: `search.${number}`, content: GroupFindings): Promise<GroupFindings>;
}

/** Checkpoints of a provider's own steps; names are of `a-z`, `0-9`, `.` and `-`. */
export interface StepStore {
  read(name: string): Promise<unknown>;
  /** Creates it; if a twin was faster, its content is returned and must be used. */
  save(name: string, content: unknown): Promise<unknown>;
}

/** Reads artifacts of one version, wherever those that it took over unchanged stand. */
export interface ArtifactReader {
  read<A extends ArtifactName>(name: A): Promise<Artifacts[A] | undefined>;
}

/** An older version that has a page. Its artifacts never change, but may be gone or unreadable: undefined. */
export interface PublishedVersion {
  readonly version: number;
  readonly request: ResearchRequest;
  readonly startedAt: string;
  readonly artifacts: ArtifactReader;
}

/** The work of one stage. `run` may be called again for the same key after a crash. */
export interface Stage<N extends StageName> {
  /** @throws Retryable, Permanent, NeedsHuman; anything else counts as a bug. */
  run(job: StageJob<N>): Promise<OutputsOf<N>>;
}
