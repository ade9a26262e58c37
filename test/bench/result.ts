import type { StageName } from '@dossier/contracts';
import type { LoadResult } from './load/closed-loop.ts';
import type { Memory } from './processes/process-usage.ts';

/** A stage, or ingress's part: opening the run. */
export type CountedStage = 'open' | StageName;
export type PerStage = Readonly<Record<CountedStage, number>>;

/** Counted at the servers, for one run; whole numbers unless runs differed. */
export interface Counts {
  readonly runs: number;
  readonly transactions: PerStage;
  /** Documents written by those transactions. */
  readonly documentWrites: PerStage;
  /** Documents written outside transactions: each search's checkpoint. */
  readonly checkpointWrites: PerStage;
  /** Publish calls, each of one message. */
  readonly publishes: PerStage;
  /** Calls that read documents, and the documents they asked for: all stages together. */
  readonly readCalls: number;
  readonly documentsRead: number;
  /** What belongs to no stage of an undisturbed run; zero unless something went wrong. */
  readonly besides: {
    readonly heartbeats: number;
    readonly sweeps: number;
    readonly refusedCommits: number;
    /** Transactions that found nothing to write: a webhook or a command that came twice. */
    readonly emptyCommits: number;
    readonly otherCommits: number;
    readonly otherPublishes: number;
  };
}

/** Pipeline runs with instant research, ours and the bare one's, at the same loads. */
export interface Throughput {
  readonly protocol: readonly LoadResult[];
  readonly bare: readonly LoadResult[];
  /** Ours divided by the bare one's runs per second, per load. */
  readonly ratio: readonly number[];
}

export interface WebhookLoad {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  /** Answers that were no 2xx, and failed connections. */
  readonly failures: number;
}

/** The webhook against the least that a safe webhook must do. */
export interface Webhooks {
  readonly connections: number;
  readonly ingress: WebhookLoad;
  readonly bare: WebhookLoad;
  /** Ours divided by the bare one's requests per second. */
  readonly ratio: number;
}

export interface StartUp extends Memory {
  readonly what: string;
  readonly processes: number;
  /** From the spawn until the last of them is ready. */
  readonly readyMs: number;
}

/** One stage on the critical path; durations in milliseconds. */
export interface PathRow {
  readonly stage: CountedStage;
  /** From the publish call to the delivery. */
  readonly hopMs: number;
  readonly claimMs: number;
  /** The model calls that the stage had to wait for. */
  readonly modelMs: number;
  /** Everything else in the stage: its inputs, checkpoints, uploads, the push, computing. */
  readonly workMs: number;
  readonly commitMs: number;
  readonly totalMs: number;
}

/** One run with a cloud's latencies. */
export interface CriticalPath {
  readonly firestoreMs: number;
  readonly pubsubHopMs: number;
  /** Model times were multiplied by this. */
  readonly modelTimesScale: number;
  readonly modelTimesFrom: string;
  readonly rows: readonly PathRow[];
  /** From the webhook to the push. */
  readonly wallMs: number;
  /** plan + slowest search + compare + write, as the models took them. */
  readonly boundMs: number;
  readonly sumOfModelsMs: number;
  readonly overheadMs: number;
  readonly webhooks: SlowWebhooks;
}

/** The webhook with a cloud's latencies. */
export interface SlowWebhooks {
  /** Every event begins a run. */
  readonly questions: WebhookLoad;
  /** Half of the events are what people do who asked before: status by text and button, lists, help. */
  readonly mixed: WebhookLoad;
  /** The mix, while LINE takes `slowReplyMs` for every reply. */
  readonly slowLine: WebhookLoad;
  readonly slowReplyMs: number;
}

/** One run on the Gemini path, beside its own requests one after another; durations in milliseconds. */
export interface GeminiRun {
  /** Under which circumstances it ran. */
  readonly what: string;
  /** Requests to models. */
  readonly requests: number;
  /** Their durations added up, as the ledger has them. */
  readonly inSequenceMs: number;
  /** From the version's start to its end. */
  readonly wallMs: number;
  /** Wall time divided by the requests in sequence. */
  readonly ratio: number;
  /** plan + slowest search + comparison + slowest chapter: no order of the requests is faster. */
  readonly chainMs: number;
  readonly aboveChainMs: number;
  /** Processor time of the pipeline's process, divided among runs at once. */
  readonly cpuMs: number | null;
}

/** Runs that ask a stand-in for Gemini, whose answers take as long as a model's. */
export interface GeminiTimes {
  /** The stand-in's times were multiplied by this. */
  readonly latencyScale: number;
  readonly runs: readonly GeminiRun[];
}

/** Something that was asked for and could not be measured. */
export interface Missing {
  readonly section: string;
  readonly reason: string;
}

/** What `--json` writes; a part that was not asked for is absent. */
export interface BenchResult {
  readonly quick: boolean;
  readonly takenAt: string;
  readonly machine: {
    readonly node: string;
    readonly cpu: string;
    readonly cores: number;
    /** Processes that wanted a core in the last minute: above `cores`, times say little. */
    readonly load: number;
  };
  readonly missing: readonly Missing[];
  readonly perStage?: Counts;
  readonly throughput?: Throughput;
  readonly webhook?: Webhooks;
  readonly startUp?: readonly StartUp[];
  readonly criticalPath?: CriticalPath;
  readonly gemini?: GeminiTimes;
}
