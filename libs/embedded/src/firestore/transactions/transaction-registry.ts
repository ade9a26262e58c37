import { failedPrecondition, transactionExpired } from '../protocol/firestore-error.ts';
import type { TransactionOptions } from '../protocol/rpc-messages.ts';
import type { CommitClock } from '../storage/commit-clock.ts';
import { LIMITS } from '../values/limits.ts';
import { microsOf } from '../values/timestamps.ts';
import { LockTable } from './lock-table.ts';
import type { ConcurrencyMode, Transaction } from './transaction.ts';

/** How long transactions may take, in milliseconds. */
export interface TransactionTimeouts {
  /** Without a request, the transaction ends and its locks are free. Firestore: 60 s. */
  readonly idleMs: number;
  /** Longest life of a transaction. Firestore: 270 s. */
  readonly totalMs: number;
  /** Longest wait for a lock before the request fails with ABORTED. */
  readonly lockWaitMs: number;
}

/** The transactions in progress and the locks they hold. */
export class TransactionRegistry {
  readonly #clock: CommitClock;
  readonly #nowMs: () => number;
  readonly #mode: ConcurrencyMode;
  readonly #timeouts: TransactionTimeouts;
  readonly #locks: LockTable;
  readonly #running = new Map<string, Transaction>();
  readonly #firstId: number;
  #count = 0;

  constructor(
    clock: CommitClock,
    nowMs: () => number,
    mode: ConcurrencyMode,
    timeouts: TransactionTimeouts,
  ) {
    this.#clock = clock;
    this.#nowMs = nowMs;
    this.#mode = mode;
    this.#timeouts = timeouts;
    this.#locks = new LockTable(timeouts.lockWaitMs);
    // Ids must not repeat over a restart: a client may come back with one from before.
    this.#firstId = clock.tick();
  }

  /**
   * Starts a transaction for a client.
   * @throws FirestoreError FAILED_PRECONDITION when it wants to read a time before the kept history.
   */
  begin(options: TransactionOptions): Transaction {
    this.#count += 1;
    const transaction = this.#create(`${this.#firstId}-${this.#count}`, this.#snapshotFor(options));
    this.#running.set(transaction.id, transaction);
    return transaction;
  }

  /** A scope that holds the locks of one commit; end it when the commit is done. */
  beginImplicit(): Transaction {
    return this.#create('', undefined);
  }

  /** @throws FirestoreError INVALID_ARGUMENT when no such transaction is in progress. */
  find(id: Uint8Array): Transaction {
    const transaction = this.#running.get(Buffer.from(id).toString());
    if (transaction === undefined) throw transactionExpired();
    transaction.lastUsedMs = this.#nowMs();
    return transaction;
  }

  /** Ends the transaction if it is still in progress; requests waiting in it fail as expired. */
  end(transaction: Transaction): void {
    this.#running.delete(transaction.id);
    this.#locks.release(transaction, transactionExpired());
  }

  /** Ends the transaction with this id; unknown ids are fine, as the client may repeat itself. */
  rollback(id: Uint8Array): void {
    const transaction = this.#running.get(Buffer.from(id).toString());
    if (transaction !== undefined) this.end(transaction);
  }

  /**
   * Resolves once the transaction has the document to itself.
   * @throws FirestoreError ABORTED, after which the transaction has ended.
   */
  async lock(transaction: Transaction, name: string): Promise<void> {
    transaction.waiting += 1;
    try {
      await this.#locks.acquire(transaction, name);
      transaction.lastUsedMs = this.#nowMs();
    } catch (error) {
      this.end(transaction);
      throw error;
    } finally {
      transaction.waiting -= 1;
    }
  }

  /** True when the transaction's reads take locks. */
  locksReads(transaction: Transaction): boolean {
    return this.#mode === 'pessimistic' && transaction.snapshotMicros === undefined;
  }

  /** The time of a read, checked: undefined in, undefined out. */
  readableTime(atMicros: number | undefined): number | undefined {
    const oldest = (this.#nowMs() - LIMITS.historyMs) * 1000;
    if (atMicros !== undefined && atMicros < oldest) {
      throw failedPrecondition('The requested read time is too old.');
    }
    return atMicros;
  }

  /** Ends transactions that took too long. */
  endExpired(): void {
    const now = this.#nowMs();
    const { idleMs, totalMs } = this.#timeouts;
    for (const transaction of this.#running.values()) {
      const isIdle = transaction.waiting === 0 && now - transaction.lastUsedMs > idleMs;
      if (isIdle || now - transaction.startedMs > totalMs) this.end(transaction);
    }
  }

  /** Refuses every request that waits for a lock, for a server that stops. */
  refuseWaiting(reason: Error): void {
    this.#locks.refuseAll(reason);
  }

  #snapshotFor({ readOnly }: TransactionOptions): number | undefined {
    if (readOnly === undefined) return undefined;
    if (readOnly.readTime === undefined) return this.#clock.present();
    return this.readableTime(microsOf(readOnly.readTime));
  }

  #create(id: string, snapshotMicros: number | undefined): Transaction {
    const now = this.#nowMs();
    return {
      id,
      ...(snapshotMicros === undefined ? {} : { snapshotMicros }),
      startedMs: now,
      lastUsedMs: now,
      waiting: 0,
      held: new Set(),
      reads: new Map(),
      queries: [],
    };
  }
}
