import type { Clock } from '@dossier/contracts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that only moves when a test moves it, or, when asked to, whenever somebody waits. */
export class ManualClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  constructor(
    start = '2026-12-01T00:00:00.000Z',
    private readonly impatient = false,
  ) {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const sleeper = {
        until: this.#now + ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      if (signal?.aborted === true) return resolve();
      if (this.impatient) {
        this.#now += ms;
        return resolve();
      }
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
    });
  }

  /** How many waits are under way. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Moves on and wakes whoever's time has come. */
  advance(ms: number): void {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers]) if (sleeper.until <= this.#now) sleeper.wake();
  }
}
