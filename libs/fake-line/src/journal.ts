/** One request that reached the API, refused or not. */
export interface JournalEntry {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly at: Date;
  readonly retryKey?: string;
  /** The parsed JSON body, when there was one. */
  body?: unknown;
  /** What LINE decided; undefined while the request is being worked on or when it never arrived. */
  status?: number;
  /** The answer did not reach the caller: a fault was injected. */
  lost?: boolean;
}

/** A simulator runs for weeks: only the latest requests are kept. */
const KEPT = 5000;

/** What was asked of the API, oldest first. */
export class Journal {
  readonly #entries: JournalEntry[] = [];

  /** The latest requests (up to 5,000). */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Adds a request that has just arrived; its outcome is filled in later. */
  add(entry: JournalEntry): JournalEntry {
    this.#entries.push(entry);
    if (this.#entries.length > KEPT) this.#entries.shift();
    return entry;
  }
}
