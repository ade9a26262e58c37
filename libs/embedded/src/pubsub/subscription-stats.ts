/** What an operator sees of a subscription. */
export interface SubscriptionStats {
  /** Messages not yet acknowledged, leased ones included. */
  readonly backlog: number;
  readonly leased: number;
  /** How many of the backlog the memory holds, without bodies; the others are read when needed. */
  readonly inMemory: number;
  /** Open streams, waiting pull calls, or 1 for push. */
  readonly consumers: number;
  /** Age of the message that waits longest, 0 without a backlog. */
  readonly oldestAgeMs: number;
  /** This and the following are counted since the server started. */
  readonly acknowledged: number;
  /** Nacks and expired leases. */
  readonly failedAttempts: number;
  readonly deadLettered: number;
}
