import type { Clock } from '@dossier/contracts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that goes from wait to wait, so that each sleeper wakes at its own instant. */
export class SteppingClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = {
        until: this.#now + ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
    });
  }

  /** Moves to an instant. Whoever wakes on the way has done what it can before time goes on. */
  async goTo(instant: Date): Promise<void> {
    for (;;) {
      await everybodyWaits();
      const due = [...this.#sleepers].filter(({ until }) => until <= instant.getTime());
      const next = Math.min(...due.map(({ until }) => until));
      if (due.length === 0) break;
      this.#now = next;
      for (const { until, wake } of due) if (until === next) wake();
    }
    this.#now = instant.getTime();
  }
}

/** Promises run on before the event loop turns. */
function everybodyWaits(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
