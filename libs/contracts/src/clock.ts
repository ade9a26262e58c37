/** The only source of time in logic, so that tests own it. */
export interface Clock {
  /** The present moment. */
  now(): Date;
  /**
   * Resolves after `ms` milliseconds, or as soon as `signal` aborts (it never rejects: the caller
   * looks at the signal). Waits with no work behind them do not keep a process alive.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The only source of random ids in logic (lease tokens). */
export interface Ids {
  /** A fresh, unguessable id. */
  next(): string;
}
