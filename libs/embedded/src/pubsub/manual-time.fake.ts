import type { TimeSource } from './time-source.ts';

/** A clock that moves only when a test says so; tasks run in the order of their times. */
export class ManualTime implements TimeSource {
  #nowMs = 0;
  #tasks: { atMs: number; run: () => void }[] = [];

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const task = { atMs: this.#nowMs + Math.max(0, delayMs), run };
    this.#tasks.push(task);
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== task);
    };
  }

  /** Moves on by `ms`, running everything that comes up on the way. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const next = this.#tasks.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > untilMs) break;
      this.#tasks = this.#tasks.filter((other) => other !== next);
      this.#nowMs = next.atMs;
      next.run();
    }
    this.#nowMs = untilMs;
  }
}
