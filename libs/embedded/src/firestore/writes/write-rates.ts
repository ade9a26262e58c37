/** A document that is written more often than Firestore advises. */
export interface HotDocument {
  readonly name: string;
  /** Writes per second over the last window. */
  readonly perSecond: number;
}

interface Count {
  startedMs: number;
  writes: number;
  warnedMs: number;
}

const WINDOW_MS = 10_000;
/**
 * "The maximum sustained write rate of a document is 1 per second" left the quota tables but not the
 * advice: https://firebase.google.com/docs/firestore/best-practices#updates_to_a_single_document
 */
const MOST_PER_SECOND = 1;
/** One warning a minute says enough. */
const QUIET_MS = 60_000;
const MOST_DOCUMENTS = 10_000;

/** Watches how often each document is written. Bursts within a window are nobody's business. */
export class WriteRates {
  readonly #nowMs: () => number;
  readonly #counts = new Map<string, Count>();

  /** @param nowMs the system clock, in milliseconds. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Counts one write of each document; tells of those written too often over a whole window. */
  count(names: Iterable<string>): HotDocument[] {
    const now = this.#nowMs();
    return [...names].flatMap((name) => this.#countOne(name, now) ?? []);
  }

  #countOne(name: string, now: number): HotDocument | undefined {
    // The write that opens a window is not counted in it: ten a second apart take nine seconds.
    const count = this.#counts.get(name) ?? { startedMs: now, writes: -1, warnedMs: -Infinity };
    // Put last, so that the first entry is the one that was written longest ago.
    this.#counts.delete(name);
    this.#counts.set(name, count);
    for (const oldest of this.#counts.keys()) {
      if (this.#counts.size <= MOST_DOCUMENTS) break;
      this.#counts.delete(oldest);
    }
    count.writes += 1;
    const elapsedMs = now - count.startedMs;
    if (elapsedMs < WINDOW_MS) return undefined;
    const perSecond = (count.writes * 1000) / elapsedMs;
    count.startedMs = now;
    count.writes = 0;
    if (perSecond <= MOST_PER_SECOND || now - count.warnedMs < QUIET_MS) return undefined;
    count.warnedMs = now;
    return { name, perSecond };
  }
}
