import { namesOf } from '@dossier/contracts';
import { recount } from './bulk-replay-counts.ts';
import { NO_COUNTS, type BulkOptions, type BulkReplayJob } from './bulk-replay-job.ts';
import type { BulkReplayJobStore } from './bulk-replay-job-store.ts';
import { BulkReplayRun, failuresIn, type JobObserver } from './bulk-replay-run.ts';
import { compileFilter, type DeadLetterFilter } from './dead-letter-filter.ts';
import { matchingPages } from './dead-letter-query.ts';
import type { DeadLetter, Operator } from './dead-letter.ts';
import { DeadLetterError } from './errors.ts';
import type { DeadLetterParts } from './parts.ts';
import { barrierIn, verdictOf, type ReplayVerdict } from './replay-verdict.ts';
import type { Replayer } from './replayer.ts';
import { replaysAmong } from './watch-replays.ts';

/** What a bulk replay would do, by what it would read: nothing is written. */
export interface ReplayPlan {
  readonly matched: number;
  /** Messages per topic. */
  readonly routes: Readonly<Record<string, number>>;
  readonly reasons: Readonly<Record<string, number>>;
  /** `replay`, `malformed`, or the reason for which it would be skipped. */
  readonly verdicts: Readonly<Record<string, number>>;
}

/** What a replay of one dead letter would do, with the options that it would have: nothing is written. */
export interface PlannedReplay {
  /** `redirect`: the message would go to the target as it is, and its run would not be touched. */
  readonly verdict: ReplayVerdict | { readonly kind: 'redirect' };
  /** The topic that the message would go to; null when it would go nowhere. */
  readonly route: string | null;
}

interface BulkParts extends DeadLetterParts {
  readonly jobs: BulkReplayJobStore;
  readonly replayer: Replayer;
}

const SILENT: JobObserver = () => undefined;

/** Replays many dead letters: durable, resumable, cancellable, and safe beside another of its kind. */
export class BulkReplayer {
  readonly #parts: BulkParts;

  constructor(parts: BulkParts) {
    this.#parts = parts;
  }

  /** The dry run: where everything would go, and why not. Writes nothing. @throws DeadLetterError `bad-filter`. */
  async plan(
    filter: DeadLetterFilter,
    { force = false, target }: Pick<BulkOptions, 'force' | 'target'> = {},
  ): Promise<ReplayPlan> {
    const { letters } = this.#parts;
    const seen: { route: string | null; reason: string; verdict: string }[] = [];
    for await (const page of matchingPages(letters, compileFilter(filter))) {
      const looks = page.letters.map(async (letter) => ({
        reason: letter.reason,
        ...summaryOf(await this.#look(letter, force, target)),
      }));
      seen.push(...(await Promise.all(looks)));
    }
    return {
      matched: seen.length,
      routes: histogram(seen.flatMap(({ route }) => (route === null ? [] : [route]))),
      reasons: histogram(seen.map(({ reason }) => reason)),
      verdicts: histogram(seen.map(({ verdict }) => verdict)),
    };
  }

  /** The dry run of one replay. Writes nothing. @throws DeadLetterError `not-found`. */
  async planOne(
    id: string,
    { force = false, target }: Pick<BulkOptions, 'force' | 'target'> = {},
  ): Promise<PlannedReplay> {
    return this.#look(await this.#parts.letters.read(id), force, target);
  }

  /**
   * Replays everything that matches, the oldest first, and resolves when the job has ended.
   * @throws DeadLetterError `bad-filter`, `bad-option`, before anything is written; later errors are
   * in the job, which can be resumed.
   */
  async start(
    filter: DeadLetterFilter,
    { by, reason, ...options }: BulkOptions & Operator,
    onProgress: JobObserver = SILENT,
  ): Promise<BulkReplayJob> {
    compileFilter(filter);
    checkOptions(options);
    const { ids, clock, jobs } = this.#parts;
    const at = clock.now().toISOString();
    const job: BulkReplayJob = {
      jobId: ids.next(),
      state: 'running',
      why: null,
      lastError: null,
      filter,
      options,
      by,
      reason,
      startedAt: at,
      updatedAt: at,
      endedAt: null,
      cursor: null,
      counts: NO_COUNTS,
      canary: options.canary === undefined ? 'none' : 'waiting',
      pardoned: 0,
      driver: ids.next(),
    };
    await jobs.create(job);
    onProgress(job);
    return new BulkReplayRun({ ...this.#parts, onProgress }, job, null).drive();
  }

  /**
   * Goes on with a job that a crash, a failure or its own rules stopped. A driver that is still alive
   * notices and leaves it. A person who resumes a stopped job overrules what stopped it.
   * @throws DeadLetterError `job-not-found`, `job-ended`.
   */
  async resume(jobId: string, onProgress: JobObserver = SILENT): Promise<BulkReplayJob> {
    const { ids, clock, jobs, letters } = this.#parts;
    const driver = ids.next();
    const before = await jobs.read(jobId);
    const overruled = before.state === 'stopped';
    const taken = await jobs.change(jobId, (job) => {
      refuseEnded(job);
      const pardoned = overruled ? failuresIn(job.counts) : job.pardoned;
      const bad = overruled && ['bad', 'undecided'].includes(job.canary);
      const canary = bad ? 'overruled' : job.canary;
      const updatedAt = clock.now().toISOString();
      return { state: 'running', why: null, endedAt: null, driver, canary, pardoned, updatedAt };
    });
    const closed = await letters.closedBy(jobId);
    const counts = recount(taken.counts, closed);
    const replayed = replaysAmong(closed);
    // After a stop the old failures are pardoned, so they are not looked at again.
    const kept = overruled ? { ...counts, failedAgain: taken.counts.failedAgain } : counts;
    const run = new BulkReplayRun(
      { ...this.#parts, onProgress },
      { ...taken, counts: kept },
      { replayed, watched: overruled ? [] : replayed },
    );
    return run.drive();
  }

  /** Stops a job, wherever it runs; what it has replayed stays replayed. @throws DeadLetterError `job-not-found`, `job-ended`. */
  cancel(jobId: string, { by, reason }: Operator): Promise<BulkReplayJob> {
    const { jobs, clock } = this.#parts;
    const at = clock.now().toISOString();
    return jobs.change(jobId, (job) => {
      if (job.state === 'cancelled') return null;
      refuseEnded(job);
      return { state: 'cancelled', why: `by ${by}: ${reason}`, endedAt: at, updatedAt: at };
    });
  }

  async #look(
    letter: DeadLetter,
    force: boolean,
    target: string | undefined,
  ): Promise<PlannedReplay> {
    const { workspaces, clock, timings } = this.#parts;
    if (target !== undefined) {
      const barrier = barrierIn(letter, force);
      if (barrier?.kind === 'skip') return { verdict: barrier, route: null };
      return { verdict: { kind: 'redirect' }, route: target };
    }
    const { command } = letter;
    const workspace = command === null ? undefined : await workspaces.read(command.runId);
    const verdict = verdictOf(letter, workspace, { force, now: clock.now(), timings });
    const route = verdict.kind === 'replay' ? namesOf(verdict.command.stage).topic : null;
    return { verdict, route };
  }
}

function summaryOf({ verdict, route }: PlannedReplay): { route: string | null; verdict: string } {
  return { route, verdict: 'reason' in verdict ? verdict.reason : 'replay' };
}

function refuseEnded({ jobId, state }: BulkReplayJob): void {
  if (state === 'done' || state === 'cancelled') {
    throw new DeadLetterError('job-ended', `bulk replay ${jobId} is ${state}: start another one`);
  }
}

function checkOptions({
  ratePerSecond,
  canary,
  canaryWaitMs,
  stopAfterFailures,
}: BulkOptions): void {
  const problems = [
    ...(ratePerSecond === undefined || (ratePerSecond > 0 && ratePerSecond <= 1_000)
      ? []
      : ['ratePerSecond must be above 0 and at most 1000']),
    ...notWhole('canary', canary),
    ...notWhole('canaryWaitMs', canaryWaitMs),
    ...notWhole('stopAfterFailures', stopAfterFailures),
  ];
  if (problems.length > 0)
    throw new DeadLetterError('bad-option', problems.join('; '), { problems });
}

function notWhole(name: string, value: number | undefined): string[] {
  if (value === undefined || (Number.isInteger(value) && value > 0)) return [];
  return [`${name} must be a whole number above 0`];
}

function histogram(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}
