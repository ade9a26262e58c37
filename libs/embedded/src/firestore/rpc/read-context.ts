import type { ConsistencySelector } from '../protocol/rpc-messages.ts';
import type { CommitClock } from '../storage/commit-clock.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { TransactionRegistry } from '../transactions/transaction-registry.ts';
import { microsOf, timestampOf } from '../values/timestamps.ts';
import type { AnswerStream } from './call-adapters.ts';

/** The state that a read sees. */
export interface ReadContext {
  readonly transaction?: Transaction;
  /** Time of the state, absent for the present one. */
  readonly atMicros?: number;
  /** To be merged into the first message, which tells the client the id of a new transaction. */
  readonly greeting: { readonly transaction?: Buffer };
}

/** Finds, for each read, the transaction and time it belongs to. */
export class ReadContexts {
  readonly #transactions: TransactionRegistry;
  readonly #clock: CommitClock;

  constructor(transactions: TransactionRegistry, clock: CommitClock) {
    this.#transactions = transactions;
    this.#clock = clock;
  }

  /**
   * Runs a read in the context that its request asks for. A transaction that the request starts ends
   * again when the read fails or the client hangs up: nobody else knows its id.
   */
  async within<T>(
    selector: ConsistencySelector,
    stream: AnswerStream<unknown>,
    read: (context: ReadContext) => Promise<T>,
  ): Promise<T> {
    if (selector.newTransaction === undefined) return read(this.#existing(selector));
    const transaction = this.#transactions.begin(selector.newTransaction);
    const end = () => this.#transactions.end(transaction);
    stream.onCancelled(end);
    try {
      const greeting = { transaction: Buffer.from(transaction.id) };
      return await read({ ...snapshotOf(transaction), transaction, greeting });
    } catch (error) {
      end();
      throw error;
    }
  }

  /** The time that an answer states for what it tells. */
  readTimeOf({ atMicros }: ReadContext) {
    return timestampOf(atMicros ?? this.#clock.present());
  }

  #existing({ transaction: id, readTime }: ConsistencySelector): ReadContext {
    if (id?.length) {
      const transaction = this.#transactions.find(id);
      return { ...snapshotOf(transaction), transaction, greeting: {} };
    }
    if (readTime === undefined) return { greeting: {} };
    const atMicros = this.#transactions.readableTime(microsOf(readTime));
    return { ...(atMicros === undefined ? {} : { atMicros }), greeting: {} };
  }
}

function snapshotOf({ snapshotMicros }: Transaction): { atMicros?: number } {
  return snapshotMicros === undefined ? {} : { atMicros: snapshotMicros };
}
