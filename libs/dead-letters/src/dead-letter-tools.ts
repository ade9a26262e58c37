import type { Firestore } from '@google-cloud/firestore';
import type { BulkOptions, BulkReplayJob } from './bulk-replay-job.ts';
import { BulkReplayJobStore } from './bulk-replay-job-store.ts';
import type { JobObserver } from './bulk-replay-run.ts';
import { BulkReplayer, type PlannedReplay, type ReplayPlan } from './bulk-replayer.ts';
import { compileFilter, type DeadLetterFilter } from './dead-letter-filter.ts';
import { matching } from './dead-letter-query.ts';
import { statsOf, type DeadLetterStats } from './dead-letter-stats.ts';
import { DeadLetterStore } from './dead-letter-store.ts';
import { viewOf, type DeadLetterView } from './dead-letter-view.ts';
import type { DeadLetter, Operator } from './dead-letter.ts';
import { editDeadLetter, type EditResult } from './edit-dead-letter.ts';
import type { DeadLetterParts } from './parts.ts';
import {
  purgeDeadLetters,
  type PurgeOptions,
  type PurgeResult,
  type PurgeSelection,
} from './purge-dead-letters.ts';
import { Replayer, type ReplayOptions, type ReplayOutcome } from './replayer.ts';

/** What the operators' tools are made from: everything of `DeadLetterParts` but its own store. */
export interface DeadLetterToolsParts extends Omit<DeadLetterParts, 'letters'> {
  readonly firestore: Firestore;
}

/**
 * Everything that an operator can do with dead letters. Works on the archiver's records, so looking
 * costs no delivery. Throws `DeadLetterError` for wishes that cannot be carried out.
 */
export class DeadLetterTools {
  readonly #parts: DeadLetterParts;
  readonly #jobs: BulkReplayJobStore;
  readonly #replayer: Replayer;
  readonly #bulk: BulkReplayer;

  constructor({ firestore, ...others }: DeadLetterToolsParts) {
    this.#parts = { ...others, letters: new DeadLetterStore(firestore) };
    this.#jobs = new BulkReplayJobStore(firestore);
    this.#replayer = new Replayer(this.#parts);
    this.#bulk = new BulkReplayer({ ...this.#parts, jobs: this.#jobs, replayer: this.#replayer });
  }

  /** The records that match, the oldest first; documents that are no records are left out. */
  async list(filter: DeadLetterFilter = {}): Promise<DeadLetter[]> {
    return (await matching(this.#parts.letters, compileFilter(filter))).letters;
  }

  /** Counts over the records that match; open and quarantined ones when the filter names no state. */
  async stats(filter: DeadLetterFilter = {}): Promise<DeadLetterStats> {
    const compiled = compileFilter({ states: ['open', 'quarantined'], ...filter });
    return statsOf(await matching(this.#parts.letters, compiled), this.#parts.clock.now());
  }

  /** Everything about one record, and whether a replay would be safe. */
  show(id: string): Promise<DeadLetterView> {
    return viewOf(id, this.#parts);
  }

  /** Replays one; see `Replayer.replayOne`. */
  replayOne(id: string, options: ReplayOptions): Promise<ReplayOutcome> {
    return this.#replayer.replayOne(id, options);
  }

  /** The dry run of `replayOne`, with the same options. Writes nothing. */
  planOne(
    id: string,
    options: Pick<ReplayOptions, 'force' | 'target'> = {},
  ): Promise<PlannedReplay> {
    return this.#bulk.planOne(id, options);
  }

  /** The dry run of a bulk replay. Writes nothing. */
  planReplay(
    filter: DeadLetterFilter,
    options: Pick<BulkOptions, 'force' | 'target'> = {},
  ): Promise<ReplayPlan> {
    return this.#bulk.plan(filter, options);
  }

  /** Replays everything that matches; `onProgress` hears of the job, first right after it is created. */
  replayMany(
    filter: DeadLetterFilter,
    options: BulkOptions & Operator,
    onProgress?: JobObserver,
  ): Promise<BulkReplayJob> {
    return this.#bulk.start(filter, options, onProgress);
  }

  /** Goes on with a bulk replay that a crash, a failure or its own rules stopped. */
  resumeJob(jobId: string, onProgress?: JobObserver): Promise<BulkReplayJob> {
    return this.#bulk.resume(jobId, onProgress);
  }

  /** Stops a bulk replay, wherever it runs. */
  cancelJob(jobId: string, operator: Operator): Promise<BulkReplayJob> {
    return this.#bulk.cancel(jobId, operator);
  }

  /** One bulk replay. */
  job(jobId: string): Promise<BulkReplayJob> {
    return this.#jobs.read(jobId);
  }

  /** The newest bulk replays. */
  jobs(): Promise<BulkReplayJob[]> {
    return this.#jobs.newest();
  }

  /** Changes a body by a JSON patch (RFC 6902); see `editDeadLetter`. */
  edit(id: string, patch: unknown, operator: Operator): Promise<EditResult> {
    return editDeadLetter(id, patch, operator, this.#parts);
  }

  /** Deletes for good; see `purgeDeadLetters`. */
  purge(selection: PurgeSelection, options: PurgeOptions): Promise<PurgeResult> {
    return purgeDeadLetters(selection, options, this.#parts);
  }
}
