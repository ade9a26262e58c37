import type { PubSubOptions } from '@dossier/embedded';

type TimeSource = NonNullable<PubSubOptions['time']>;

interface Task {
  readonly atMs: number;
  readonly run: () => void;
}

/**
 * The machine's clock, which a test can put forward: the real client goes on in real time while the
 * server sees days pass. Only the embedded server takes its time from outside.
 */
export class SkewedTime implements TimeSource {
  readonly #tasks = new Set<Task>();
  #aheadMs = 0;

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const task: Task = { atMs: this.now() + delayMs, run };
    const timer = setTimeout(() => this.#run(task), Math.max(0, delayMs));
    timer.unref();
    this.#tasks.add(task);
    return () => {
      clearTimeout(timer);
      this.#tasks.delete(task);
    };
  }

  /** Puts the clock forward; what has come due by then runs at once, the earliest first. */
  skip(ms: number): void {
    this.#aheadMs += ms;
    const due = [...this.#tasks].filter(({ atMs }) => atMs <= this.now());
    for (const task of due.toSorted((a, b) => a.atMs - b.atMs)) this.#run(task);
  }

  #run(task: Task): void {
    if (this.#tasks.delete(task)) task.run();
  }
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
