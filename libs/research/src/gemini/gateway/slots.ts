/**
 * At most so many requests under way at once. Whoever waits is served in order, and leaves the queue at
 * once when its signal aborts. (cockatiel's bulkhead looks at the signal only when the turn comes.)
 */
export class Slots {
  #free: number;
  readonly #queue = new Set<() => void>();

  constructor(slots: number) {
    if (!Number.isSafeInteger(slots) || slots < 1) throw new Error('at least one slot is needed');
    this.#free = slots;
  }

  /** Resolves with the function that gives the slot back, to be called once; rejects with the signal's reason. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    return () => this.#release();
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#queue.delete(enter);
        // The signal's reason is its owner's choice, and is passed on as it is.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#queue.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** A slot that is given back goes to who waits longest, so that nobody can slip in between. */
  #release(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}
