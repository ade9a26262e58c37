/** One thing that goes wrong once, at the next request to `path`. */
export interface Fault {
  readonly path: string;
  /** `before`: LINE never accepted the request. `after`: it did, but its answer is lost. */
  readonly when: 'before' | 'after';
  /** Answer with this status (500 unless given). */
  readonly status?: number;
  /** Cut the connection instead of answering. */
  readonly drop?: boolean;
  /** Wait first, in real milliseconds. */
  readonly delayMs?: number;
}

/** Faults waiting for their request, first in, first out per path. */
export class Faults {
  readonly #waiting: Fault[] = [];

  /** Adds a fault. */
  add(fault: Fault): void {
    this.#waiting.push(fault);
  }

  /** The fault for a request to `path`, if one waits; it is used up. */
  take(path: string): Fault | undefined {
    const index = this.#waiting.findIndex((fault) => fault.path === path);
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }
}
