/** Where the server takes the time from, so that deadlines and back-off can be tested by hand. */
export interface TimeSource {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

/** setTimeout fires at once when the delay does not fit into 31 bits. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The machine's clock. A pending task does not keep the process alive: the sockets do. */
export const systemTime: TimeSource = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, Math.max(0, Math.min(delayMs, LONGEST_DELAY_MS)));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
