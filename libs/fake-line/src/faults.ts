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

/** Faults waiting for their request, first in, first out per path; and how slow the network is. */
export class Faults {
  /**
   * What a request to the API takes longer than usual, in real milliseconds: half of it on the way to
   * LINE, half on the way back. A webhook waits as long before it leaves; LINE's patience with the bot
   * starts only then.
   */
  latencyMs = 0;
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
