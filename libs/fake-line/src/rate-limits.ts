import { LineRefusal } from './line-refusal.ts';

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/**
 * Token buckets per endpoint, as LINE describes them: requests per second by path. Endpoints that are
 * not named are not limited, because a test's clock often stands still.
 */
export class RateLimits {
  readonly #buckets = new Map<string, Bucket>();

  constructor(private readonly perSecond: Map<string, number>) {}

  /** Sets or (with undefined) lifts the limit of an endpoint. */
  set(path: string, perSecond: number | undefined): void {
    this.#buckets.delete(path);
    if (perSecond === undefined) this.perSecond.delete(path);
    else this.perSecond.set(path, perSecond);
  }

  /** Takes a token. @throws LineRefusal 429 when none is left. */
  take(path: string, now: Date): void {
    const limit = this.perSecond.get(path);
    if (limit === undefined) return;
    const at = now.getTime();
    const before = this.#buckets.get(path) ?? { tokens: limit, at };
    const tokens = Math.min(limit, before.tokens + ((at - before.at) / 1000) * limit);
    const enough = tokens >= 1;
    this.#buckets.set(path, { tokens: enough ? tokens - 1 : tokens, at });
    if (!enough) {
      throw new LineRefusal(429, 'The API rate limit has been exceeded. Try again later.');
    }
  }
}
