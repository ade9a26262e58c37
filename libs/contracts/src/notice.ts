/** How the user was told about the end of a version. */
export interface Notice {
  readonly kind: 'report' | 'no-evidence' | 'failure' | 'cancelled';
  readonly retryKey: string;
  /**
   * `sent`: LINE accepted it. `already-sent`: LINE answered 409, an earlier attempt was accepted.
   * `undeliverable`: LINE refused for good (for example an unknown recipient),
   * or its outcome cannot be learnt any more.
   */
  readonly status: 'sent' | 'already-sent' | 'undeliverable';
  /** Why it could not be delivered: a stable code; null when it was. */
  readonly reason: string | null;
  /** LINE's ids of the messages that were sent; empty when there are none, or LINE did not say. */
  readonly messageIds: readonly string[];
  /** How many people it was pushed to, which is what it took from the quota; absent when not known. */
  readonly recipients?: number;
  /** LINE's x-line-request-id (or the accepted one of a 409), for support. */
  readonly lineRequestId: string | null;
  /** ISO 8601 UTC. */
  readonly deliveredAt: string;
}
