import { countOutcome, dealtWith, recount } from './bulk-replay-counts.ts';
import type { BulkReplayJob } from './bulk-replay-job.ts';
import type { BulkReplayJobStore } from './bulk-replay-job-store.ts';
import { compileFilter, type CompiledFilter } from './dead-letter-filter.ts';
import { matchingPages } from './dead-letter-query.ts';
import type { DeadLetter } from './dead-letter.ts';
import { Pacer } from './pacer.ts';
import type { DeadLetterParts } from './parts.ts';
import type { Replayer } from './replayer.ts';
import { lookAt, type WatchedReplay } from './watch-replays.ts';

/** Replays under way at once: each is one transaction. */
const AT_ONCE = 8;
const SAVE_EVERY_MS = 500;
const LOOK_EVERY_MS = 500;
const CANARY_WAIT_MS = 10 * 60 * 1_000;
/** Replays looked at per save: a slow stage must not make the job slower and slower. */
const LOOKS_AT_ONCE = 50;

/** Hears of a job each time its progress is saved. Must not throw. */
export type JobObserver = (job: BulkReplayJob) => void;

interface RunParts extends DeadLetterParts {
  readonly jobs: BulkReplayJobStore;
  readonly replayer: Replayer;
  readonly onProgress: JobObserver;
}

/** What drivers before have replayed, and whose end is still to be watched. */
interface DrivenBefore {
  readonly replayed: readonly WatchedReplay[];
  readonly watched: readonly WatchedReplay[];
}

/** One drive of a bulk replay, from where it stands to its end, or until another takes it over. */
export class BulkReplayRun {
  readonly #parts: RunParts;
  readonly #pacer: Pacer;
  #job: BulkReplayJob;
  #savedAt: number;
  /** Replays of this job whose end is not known yet, the oldest look first. */
  #watched: WatchedReplay[];
  readonly #replayedIds: Set<string>;
  readonly #isSuccessor: boolean;

  /** `before`: what drivers before this one have left; null for the first. */
  constructor(parts: RunParts, job: BulkReplayJob, before: DrivenBefore | null) {
    const { replayed, watched } = before ?? { replayed: [], watched: [] };
    this.#parts = parts;
    this.#isSuccessor = before !== null;
    this.#job = job;
    this.#savedAt = parts.clock.now().getTime();
    this.#watched = [...watched];
    this.#replayedIds = new Set(replayed.map(({ id }) => id));
    this.#pacer = new Pacer(parts.clock, job.options.ratePerSecond);
  }

  /** Resolves with the job as it ended. @throws what made it fail; the job says so, and can be resumed. */
  async drive(): Promise<BulkReplayJob> {
    try {
      return await this.#driveThrough();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await this.#end('failed', why).catch(() => {
        // Not even that could be written: the job stays `running` without a driver, as after a crash.
      });
      throw error;
    }
  }

  async #driveThrough(): Promise<BulkReplayJob> {
    if (this.#hasAllCanaries() && !(await this.#canariesAreGood())) return this.#job;
    const compiled = compileFilter(this.#job.filter);
    const limit = compiled.limit - dealtWith(this.#job.counts);
    const filter: CompiledFilter = {
      ...compiled,
      limit,
      // What this job's own replays end in is for a person to look at, not for the job again.
      matches: (letter) => compiled.matches(letter) && !this.#isOwnOffspring(letter),
    };
    const pages = limit > 0 ? matchingPages(this.#parts.letters, filter, this.#job.cursor) : [];
    for await (const page of pages) {
      for (let rest = page.letters; rest.length > 0;) {
        const slice = rest.slice(0, this.#sliceSize());
        rest = rest.slice(slice.length);
        await Promise.all(slice.map((letter) => this.#replay(letter)));
        const last = slice.at(-1);
        if (last !== undefined) {
          this.#job = { ...this.#job, cursor: { receivedAt: last.receivedAt, id: last.id } };
        }
        if (!(await this.#mayGoOn())) return this.#job;
      }
    }
    if (this.#job.canary === 'waiting' && !(await this.#canariesAreGood())) return this.#job;
    await this.#countExactly();
    return this.#end('done', null);
  }

  /** The driver before this one may have closed some after it was told to leave. */
  async #countExactly(): Promise<void> {
    if (!this.#isSuccessor) return;
    const { counts, jobId } = this.#job;
    const exact = recount(counts, await this.#parts.letters.closedBy(jobId));
    this.#job = { ...this.#job, counts: { ...exact, failedAgain: counts.failedAgain } };
  }

  /** One second's worth at most, so that a cancelled job stops soon; canaries no more than asked for. */
  #sliceSize(): number {
    const { ratePerSecond = AT_ONCE, canary = 0 } = this.#job.options;
    const size = Math.min(AT_ONCE, Math.max(1, Math.floor(ratePerSecond)));
    if (this.#job.canary !== 'waiting') return size;
    return Math.max(1, Math.min(size, canary - this.#job.counts.replayed));
  }

  async #replay({ id }: DeadLetter): Promise<void> {
    const { replayer } = this.#parts;
    const { by, reason, jobId, options } = this.#job;
    const { force, target } = options;
    await this.#pacer.turn();
    try {
      const outcome = await replayer.replayOne(id, {
        by,
        reason,
        jobId,
        ...(force === undefined ? {} : { force }),
        ...(target === undefined ? {} : { target }),
      });
      if (outcome.kind === 'replayed') {
        this.#watched.push(outcome);
        this.#replayedIds.add(id);
      }
      this.#job = { ...this.#job, counts: countOutcome(this.#job.counts, outcome) };
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error);
      const { counts } = this.#job;
      this.#job = { ...this.#job, lastError, counts: { ...counts, errors: counts.errors + 1 } };
    }
  }

  /** After each slice: canaries, failures, and whether somebody has cancelled or taken over. */
  async #mayGoOn(): Promise<boolean> {
    if (this.#hasAllCanaries() && !(await this.#canariesAreGood())) return false;
    const now = this.#parts.clock.now().getTime();
    if (now - this.#savedAt >= SAVE_EVERY_MS) {
      if (this.#job.options.stopAfterFailures !== undefined) await this.#look();
      if (!(await this.#save({}))) return false;
    }
    if (!this.#hasTooManyFailures()) return true;
    await this.#end('stopped', 'too-many-failures');
    return false;
  }

  #hasAllCanaries(): boolean {
    const { canary, options, counts } = this.#job;
    return canary === 'waiting' && counts.replayed >= (options.canary ?? 0);
  }

  async #canariesAreGood(): Promise<boolean> {
    const { clock } = this.#parts;
    const { canaryWaitMs = CANARY_WAIT_MS, goOnUndecided = false } = this.#job.options;
    const giveUpAt = clock.now().getTime() + canaryWaitMs;
    for (;;) {
      await this.#look();
      if (failuresIn(this.#job.counts) > 0) {
        this.#job = { ...this.#job, canary: 'bad' };
        await this.#end('stopped', 'canary-failed');
        return false;
      }
      if (this.#watched.length === 0) return this.#save({ canary: 'good' });
      if (clock.now().getTime() >= giveUpAt) break;
      if (!(await this.#save({}))) return false;
      await clock.sleep(LOOK_EVERY_MS);
    }
    if (goOnUndecided) return this.#save({ canary: 'undecided' });
    this.#job = { ...this.#job, canary: 'undecided' };
    await this.#end('stopped', 'canary-undecided');
    return false;
  }

  async #look(): Promise<void> {
    const looked = await lookAt(this.#watched.slice(0, LOOKS_AT_ONCE), this.#parts);
    const bad = [...looked.values()].filter((end) => end === 'bad').length;
    const pending = [...looked].flatMap(([replay, end]) => (end === 'pending' ? [replay] : []));
    this.#watched = [...this.#watched.slice(looked.size), ...pending];
    const { counts } = this.#job;
    const failedAgain = counts.failedAgain + bad;
    this.#job = { ...this.#job, counts: { ...counts, failedAgain } };
  }

  #hasTooManyFailures(): boolean {
    const { options, counts, pardoned } = this.#job;
    return failuresIn(counts) - pardoned >= (options.stopAfterFailures ?? Number.POSITIVE_INFINITY);
  }

  #isOwnOffspring({ replayOf }: DeadLetter): boolean {
    return replayOf !== null && this.#replayedIds.has(replayOf);
  }

  async #end(state: 'done' | 'stopped' | 'failed', why: string | null): Promise<BulkReplayJob> {
    await this.#save({ state, why, endedAt: this.#parts.clock.now().toISOString() });
    return this.#job;
  }

  /** Writes the progress, unless the job is no longer this driver's. @returns whether it still is. */
  async #save(change: Partial<BulkReplayJob>): Promise<boolean> {
    const { jobs, clock, onProgress } = this.#parts;
    const now = clock.now();
    const mine = { ...this.#job, ...change, updatedAt: now.toISOString() };
    const isMine = ({ state, driver }: BulkReplayJob): boolean =>
      state === 'running' && driver === mine.driver;
    let held = false;
    const stored = await jobs.change(mine.jobId, (job) => {
      held = isMine(job);
      // The client runs this again when the answer to its commit was lost.
      if (isWrittenBy(mine, job)) held = true;
      return held ? mine : null;
    });
    this.#savedAt = now.getTime();
    this.#job = stored;
    onProgress(stored);
    return held;
  }
}

function isWrittenBy(mine: BulkReplayJob, { driver, state, updatedAt }: BulkReplayJob): boolean {
  return driver === mine.driver && state === mine.state && updatedAt === mine.updatedAt;
}

/**
 * Everything that counts towards `stopAfterFailures`. A body that is no command does not: nothing was
 * tried, and strangers must not stop a replay by what they send.
 */
export function failuresIn({
  errors,
  failedAgain,
}: Pick<BulkReplayJob['counts'], 'errors' | 'failedAgain'>): number {
  return errors + failedAgain;
}
