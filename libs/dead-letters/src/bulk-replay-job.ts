import type { DeadLetterFilter } from './dead-letter-filter.ts';
import type { Cursor } from './dead-letter-query.ts';
import type { Operator } from './dead-letter.ts';

/** How many dead letters are to be replayed at once, and when to stop. */
export interface BulkOptions {
  /** At most so many replays begun in a second; as fast as it goes when absent. */
  readonly ratePerSecond?: number;
  /** So many are replayed first, and the rest only when their stages have ended well. */
  readonly canary?: number;
  /** How long the canaries are waited for, in milliseconds; ten minutes when absent. */
  readonly canaryWaitMs?: number;
  /** Goes on also when the canaries have not ended by then. */
  readonly goOnUndecided?: boolean;
  /** Stops after so many replays that could not be done, or whose stage failed again. */
  readonly stopAfterFailures?: number;
  /** Also quarantined records, when the filter names that state. */
  readonly force?: boolean;
  /** Publishes the messages as they are on this topic; the runs are not touched. */
  readonly target?: string;
}

/**
 * `stopped`: by its own rules, see `why`. `failed`: it could not go on. `cancelled`: by a person.
 * A job that is `running` although nobody drives it was left by a crash.
 */
export type JobState = 'running' | 'stopped' | 'cancelled' | 'done' | 'failed';

/** What a bulk replay has done so far. */
export interface JobCounts {
  /** Replayed, or redirected to another topic. */
  readonly replayed: number;
  readonly skipped: number;
  /** Bodies that are no command. */
  readonly refused: number;
  /** Replays that could not be carried out: the record is still open. */
  readonly errors: number;
  /** Replayed, and the stage has failed again since, as far as it was watched. */
  readonly failedAgain: number;
  readonly skippedBy: Readonly<Record<string, number>>;
}

export const NO_COUNTS: JobCounts = {
  replayed: 0,
  skipped: 0,
  refused: 0,
  errors: 0,
  failedAgain: 0,
  skippedBy: {},
};

/** A bulk replay, durable: `deadLetterJobs/{jobId}`. */
export interface BulkReplayJob extends Operator {
  readonly jobId: string;
  readonly state: JobState;
  /** Why it stopped or failed: a code, with the error's message where there is one. */
  readonly why: string | null;
  /** The newest error of a replay that could not be carried out. */
  readonly lastError: string | null;
  readonly filter: DeadLetterFilter;
  readonly options: BulkOptions;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly endedAt: string | null;
  /** Everything up to here has been looked at. */
  readonly cursor: Cursor | null;
  readonly counts: JobCounts;
  /** `none`: not asked for. `overruled`: a person went on in spite of it. */
  readonly canary: 'none' | 'waiting' | 'good' | 'bad' | 'undecided' | 'overruled';
  /** Failures before a person told a stopped job to go on: they do not stop it again. */
  readonly pardoned: number;
  /** Who drives it: the newest to take it up. An older one that is still alive notices and stops. */
  readonly driver: string;
}
