import type { AcceptedRequests } from './accepted-requests.ts';
import { LineRefusal } from './line-refusal.ts';

/** The monthly allowance, in the shape of GET /v2/bot/message/quota. */
export type QuotaLimit =
  { readonly type: 'none' } | { readonly type: 'limited'; readonly value: number };

/** The free plan of LINE's Japanese price list. */
export const FREE_PLAN: QuotaLimit = { type: 'limited', value: 200 };

/** Counts people reached per calendar month; replies are free. */
export class Quota {
  constructor(
    /** May be replaced while running, as by a change of plan. */
    public limit: QuotaLimit,
    private readonly accepted: AcceptedRequests,
  ) {}

  /** Used in the month of `now`. LINE does not document the time zone of its month; this one is UTC. */
  used(now: Date): number {
    return this.accepted.costSince(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())));
  }

  /** @throws LineRefusal 429 when `cost` more would pass the limit. */
  refuseOver(cost: number, now: Date): void {
    if (this.limit.type === 'limited' && this.used(now) + cost > this.limit.value) {
      throw new LineRefusal(429, 'You have reached your monthly limit.');
    }
  }
}
