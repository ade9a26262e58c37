/**
 * Commit and read times in microseconds. Commit times rise strictly (listeners drop a change whose
 * time is not newer), also over a restart and when the system clock steps back.
 */
export class CommitClock {
  readonly #nowMs: () => number;
  #last: number;

  /**
   * @param nowMs the system clock, in milliseconds.
   * @param lastMicros the newest time that any stored version carries.
   */
  constructor(nowMs: () => number, lastMicros: number) {
    this.#nowMs = nowMs;
    this.#last = lastMicros;
  }

  /** The time of the next commit: later than every time handed out before. */
  tick(): number {
    this.#last = Math.max(this.#last + 1, this.#nowMs() * 1000);
    return this.#last;
  }

  /**
   * The time of a read at present. No later commit will carry it, else a snapshot taken in the same
   * millisecond would change while it is read.
   */
  present(): number {
    this.#last = Math.max(this.#last, this.#nowMs() * 1000);
    return this.#last;
  }
}
