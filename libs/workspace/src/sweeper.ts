import type { Clock, RunId, Timings } from '@dossier/contracts';
import type { CommandPublisher } from './ports.ts';
import { decideSweep } from './transitions/sweep.ts';
import type { DueCursor, WorkspaceStore } from './workspace-store.ts';

/** What bounds one sweep. */
export interface SweepLimits {
  /** Workspaces put right at most; those that fail do not count. */
  readonly workspaces: number;
  /** No workspace is begun after this time, and none waited for. */
  readonly ms: number;
}

/**
 * A request's time-out and a process that stops must both see a sweep's end, and sweeps of an outage
 * must not pile up: 45 s are well inside Cloud Scheduler's attempt deadline (180 s) and its period.
 * On Google Cloud 2,000 workspaces are about half of that; the rest is due at the next sweep.
 */
const LIMITS: SweepLimits = { workspaces: 2_000, ms: 45_000 };
/** Workspaces listed at once. */
const PAGE_SIZE = 50;
/** Transactions at once: the sweep shares its process with webhooks that LINE awaits within 2 s. */
const CONCURRENCY = 8;
/** Failures kept for the log; the others are only counted, since an outage would fill the memory. */
const KEPT_FAILURES = 20;

/** A workspace that could not be swept this time; it stays due. */
export interface SweepFailure {
  readonly runId: RunId;
  readonly error: unknown;
}

/** What one sweep did. */
export interface SweepResult {
  /** Workspaces that were due and looked at. */
  readonly due: number;
  /** Commands published again. */
  readonly republished: number;
  /** Versions ended because nobody decided in time. */
  readonly closed: number;
  /** Workspaces that could not be swept. */
  readonly failed: number;
  /** The first of them. */
  readonly failures: readonly SweepFailure[];
  /** The sweep ended at one of its limits, or was stopped: more is due. */
  readonly more: boolean;
}

interface Tally {
  due: number;
  republished: number;
  closed: number;
  failed: number;
  failures: SweepFailure[];
}

/**
 * The durable timer: wakes every workspace in which nothing has happened by its `wakeAt`. Safe to run
 * twice at once, since each workspace is decided in a transaction and commands are idempotent.
 */
export class Sweeper {
  readonly #store: WorkspaceStore;
  readonly #publisher: CommandPublisher;
  readonly #clock: Clock;
  readonly #timings: Timings;
  readonly #limits: SweepLimits;

  constructor(parts: {
    store: WorkspaceStore;
    publisher: CommandPublisher;
    clock: Clock;
    timings: Timings;
    limits?: SweepLimits;
  }) {
    this.#store = parts.store;
    this.#publisher = parts.publisher;
    this.#clock = parts.clock;
    this.#timings = parts.timings;
    this.#limits = parts.limits ?? LIMITS;
  }

  /**
   * One pass over what is due now. A workspace's failure does not stop the others, and does not count
   * towards the limit: however many always fail, the pass gets beyond them. `stop` ends the pass
   * between two workspaces.
   * @throws the client's error when not even the list of what is due can be read.
   */
  async sweep(stop?: AbortSignal): Promise<SweepResult> {
    const tally: Tally = { due: 0, republished: 0, closed: 0, failed: 0, failures: [] };
    const over = new AbortController();
    const mayGoOn = (): boolean =>
      stop?.aborted !== true &&
      !over.signal.aborted &&
      tally.due - tally.failed < this.#limits.workspaces;
    const outOfTime = this.#clock.sleep(this.#limits.ms, over.signal).then(() => false);
    try {
      // What hangs beyond the time goes on by itself: its commands are in the outbox anyway.
      const complete = await Promise.race([this.#sweepDue(tally, mayGoOn), outOfTime]);
      return { ...tally, failures: [...tally.failures], more: !complete };
    } finally {
      over.abort();
    }
  }

  /** @returns whether everything that is due has been looked at. */
  async #sweepDue(tally: Tally, mayGoOn: () => boolean): Promise<boolean> {
    const now = this.#clock.now();
    let cursor: DueCursor | undefined;
    do {
      const page = await this.#store.due(now, PAGE_SIZE, cursor);
      const complete = await this.#sweepPage(page.runIds, tally, mayGoOn);
      if (!complete) return false;
      cursor = page.next;
    } while (cursor !== undefined && mayGoOn());
    return cursor === undefined;
  }

  /** @returns whether the whole page has been looked at. */
  async #sweepPage(
    runIds: readonly RunId[],
    tally: Tally,
    mayGoOn: () => boolean,
  ): Promise<boolean> {
    const waiting = [...runIds];
    const work = async (): Promise<void> => {
      while (mayGoOn()) {
        const runId = waiting.shift();
        if (runId === undefined) return;
        tally.due += 1;
        await this.#sweepOne(runId, tally);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return waiting.length === 0;
  }

  async #sweepOne(runId: RunId, tally: Tally): Promise<void> {
    try {
      const { commands, closed } = await this.#store.change(runId, (workspace) =>
        decideSweep(workspace, this.#clock.now(), this.#timings),
      );
      tally.closed += closed ? 1 : 0;
      for (const command of commands) {
        await this.#publisher.publish(command);
        tally.republished += 1;
      }
    } catch (error) {
      tally.failed += 1;
      if (tally.failures.length < KEPT_FAILURES) tally.failures.push({ runId, error });
    }
  }
}
