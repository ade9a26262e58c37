import type { Clock } from '@dossier/contracts';
import type { RetentionRule } from './retention-rule.ts';

/** Nobody waits for what is too old; the sweep that this follows has an answer to give. */
const LIMIT_MS = 5_000;
/** Steps of one rule in one sweep: with at most 100 documents each, an hour's sweep reads a thousand. */
const MAX_STEPS = 10;

/** A rule that could not do its work this time. */
export interface RetentionFailure {
  readonly rule: string;
  readonly error: unknown;
}

/** What one retention sweep did. */
export interface RetentionResult {
  /** How much was removed, by the rules' names; rules that removed nothing are left out. */
  readonly removed: Readonly<Record<string, number>>;
  readonly failures: readonly RetentionFailure[];
  /** It ended at one of its limits, or was stopped: more is due. */
  readonly more: boolean;
}

interface Tally {
  readonly removed: Record<string, number>;
  readonly failures: RetentionFailure[];
}

/** Removes what has been kept long enough, in bounded steps. Safe to run twice at once. */
export class RetentionSweep {
  readonly #rules: readonly RetentionRule[];
  readonly #clock: Clock;
  readonly #limitMs: number;

  constructor(parts: {
    readonly rules: readonly RetentionRule[];
    readonly clock: Clock;
    readonly limitMs?: number;
  }) {
    this.#rules = parts.rules;
    this.#clock = parts.clock;
    this.#limitMs = parts.limitMs ?? LIMIT_MS;
  }

  /**
   * One sweep, a step of each rule in turn. Never throws: a rule's failure stops that rule only. `stop`
   * ends it after the step under way, not sooner: the store must not be closed beneath that.
   */
  async sweep(stop?: AbortSignal): Promise<RetentionResult> {
    const tally: Tally = { removed: {}, failures: [] };
    const over = new AbortController();
    const ends = stop === undefined ? over.signal : AbortSignal.any([stop, over.signal]);
    const outOfTime = this.#clock.sleep(this.#limitMs, over.signal).then(() => false);
    try {
      // A call that hangs goes on by itself; nothing is begun after it.
      const complete = await Promise.race([this.#removeInTurn(tally, ends), outOfTime]);
      return { removed: { ...tally.removed }, failures: [...tally.failures], more: !complete };
    } finally {
      over.abort();
    }
  }

  /** @returns whether nothing more is due, as far as the rules could tell. */
  async #removeInTurn(tally: Tally, stop: AbortSignal): Promise<boolean> {
    let due = this.#rules;
    for (let step = 0; step < MAX_STEPS && due.length > 0; step += 1) {
      const unfinished: RetentionRule[] = [];
      for (const rule of due) {
        if (stop.aborted) return false;
        if (await this.#step(rule, tally, stop)) unfinished.push(rule);
      }
      due = unfinished;
    }
    return due.length === 0;
  }

  /** @returns whether the rule has more to do. */
  async #step(
    rule: RetentionRule,
    { removed, failures }: Tally,
    stop: AbortSignal,
  ): Promise<boolean> {
    try {
      const step = await rule.remove(this.#clock.now(), stop);
      if (step.removed > 0) removed[rule.name] = (removed[rule.name] ?? 0) + step.removed;
      return step.more;
    } catch (error) {
      failures.push({ rule: rule.name, error });
      return false;
    }
  }
}
