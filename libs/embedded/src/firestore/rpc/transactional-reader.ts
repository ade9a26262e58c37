import {
  versionsOf,
  type PlacedQuery,
  type QueryResult,
  type QueryRunner,
} from '../queries/query-runner.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import { noteRead, type Transaction } from '../transactions/transaction.ts';
import type { TransactionRegistry } from '../transactions/transaction-registry.ts';
import type { ReadContext } from './read-context.ts';

/** Reads documents and queries so that transactions stay serialisable. */
export class TransactionalReader {
  readonly #store: DocumentStore;
  readonly #queries: QueryRunner;
  readonly #transactions: TransactionRegistry;

  constructor(store: DocumentStore, queries: QueryRunner, transactions: TransactionRegistry) {
    this.#store = store;
    this.#queries = queries;
    this.#transactions = transactions;
  }

  /**
   * The documents with these names, undefined for a missing one, in the order of the names.
   * @throws FirestoreError ABORTED when a lock cannot be had.
   */
  async documents(
    context: ReadContext,
    names: readonly string[],
  ): Promise<(StoredDocument | undefined)[]> {
    const writing = writingTransaction(context);
    if (writing !== undefined && this.#transactions.locksReads(writing)) {
      for (const name of [...names].sort()) await this.#transactions.lock(writing, name);
    }
    return names.map((name) => {
      const document = this.#store.get(name, context.atMicros);
      if (writing !== undefined) noteRead(writing, name, document?.updatedMicros ?? 0);
      return document;
    });
  }

  /**
   * The result of a query. In a read-write transaction its documents are locked, and the commit will
   * check that the query still returns the same: locks alone do not keep new documents out.
   */
  async query(context: ReadContext, placed: PlacedQuery): Promise<QueryResult> {
    const writing = writingTransaction(context);
    if (writing === undefined) return this.#queries.run(placed, context.atMicros);
    const result = this.#transactions.locksReads(writing)
      ? await this.#lockedQuery(writing, placed)
      : this.#queries.run(placed);
    writing.queries.push({
      versions: versionsOf(result.documents),
      currentVersions: () => versionsOf(this.#queries.run(placed).documents),
    });
    return result;
  }

  /** Repeats the query until nothing has changed while its documents were being locked. */
  async #lockedQuery(transaction: Transaction, placed: PlacedQuery): Promise<QueryResult> {
    let seen = this.#queries.run(placed);
    for (;;) {
      for (const { name } of seen.documents) await this.#transactions.lock(transaction, name);
      const again = this.#queries.run(placed);
      if (versionsOf(again.documents) === versionsOf(seen.documents)) return again;
      seen = again;
    }
  }
}

function writingTransaction({ transaction, atMicros }: ReadContext): Transaction | undefined {
  return atMicros === undefined ? transaction : undefined;
}
