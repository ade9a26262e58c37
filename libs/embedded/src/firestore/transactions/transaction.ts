import type { LockOwner } from './lock-table.ts';

/** How read-write transactions are kept apart: readers lock, or commits check what was read. */
export type ConcurrencyMode = 'pessimistic' | 'optimistic';

/** What a query returned, and a way to find out whether it still would. */
export interface QueryFootprint {
  readonly versions: string;
  readonly currentVersions: () => string;
}

/** A transaction that a client has begun, or the scope of a commit without one. */
export interface Transaction extends LockOwner {
  /** What clients send as the transaction's id; empty for a commit without transaction. */
  readonly id: string;
  /** Set for read-only transactions: all their reads see this time, and they take no locks. */
  readonly snapshotMicros?: number;
  readonly startedMs: number;
  lastUsedMs: number;
  /** Requests that wait for a lock right now: meanwhile the transaction is not idle. */
  waiting: number;
  /** Version of each document when it was first read, 0 for a missing one. */
  readonly reads: Map<string, number>;
  readonly queries: QueryFootprint[];
}

/** Remembers which version the transaction saw. The first one counts: a later one must not hide it. */
export function noteRead(transaction: Transaction, name: string, updatedMicros: number): void {
  if (!transaction.reads.has(name)) transaction.reads.set(name, updatedMicros);
}
