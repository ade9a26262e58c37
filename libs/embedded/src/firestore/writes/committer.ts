import { contention, invalidArgument } from '../protocol/firestore-error.ts';
import type { MeasuredRequest } from '../protocol/rpc-messages.ts';
import type { CommitResponse, WriteMessage } from '../protocol/write-messages.ts';
import type { CommitClock } from '../storage/commit-clock.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { TransactionRegistry } from '../transactions/transaction-registry.ts';
import { LIMITS } from '../values/limits.ts';
import { timestampOf } from '../values/timestamps.ts';
import { applyWrite, targetOf } from './write-applier.ts';

/** What a {@link Committer} works with. */
export interface CommitterParts {
  readonly store: DocumentStore;
  readonly clock: CommitClock;
  readonly transactions: TransactionRegistry;
  /** Told after each commit which documents it wrote. */
  readonly onCommitted: (names: ReadonlySet<string>) => void;
}

/** Makes writes durable, all or nothing, in the order of their locks. */
export class Committer {
  readonly #parts: CommitterParts;

  constructor(parts: CommitterParts) {
    this.#parts = parts;
  }

  /**
   * Commits writes on their own or as the end of a transaction, which is over afterwards whatever
   * happens. On return the writes are on disk.
   * @throws FirestoreError ABORTED when something the transaction read has changed, and whatever the
   * writes themselves fail with.
   */
  async commit(
    writes: readonly WriteMessage[],
    transactionId?: Uint8Array,
  ): Promise<CommitResponse> {
    const { transactions } = this.#parts;
    const transaction = transactionId?.length
      ? transactions.find(transactionId)
      : transactions.beginImplicit();
    try {
      if (transaction.snapshotMicros !== undefined && writes.length > 0) {
        throw invalidArgument('Cannot modify documents in a read-only transaction.');
      }
      const names = new Set(writes.map(targetOf));
      // In one order for everyone: two commits alone can then never wait for each other.
      for (const name of [...names].sort()) await transactions.lock(transaction, name);
      return this.#commitLocked(transaction, writes, names);
    } finally {
      transactions.end(transaction);
    }
  }

  /** From the checks to the end of the SQLite transaction nothing may be awaited. */
  #commitLocked(
    transaction: Transaction,
    writes: readonly WriteMessage[],
    names: ReadonlySet<string>,
  ): CommitResponse {
    const { store, clock, onCommitted } = this.#parts;
    if (this.#hasChanged(transaction)) throw contention();
    const when = clock.tick();
    const writeResults = store.transact(() =>
      writes.map((write) => applyWrite(store, write, when)),
    );
    onCommitted(names);
    return { writeResults, commitTime: timestampOf(when) };
  }

  #hasChanged(transaction: Transaction): boolean {
    const { store } = this.#parts;
    for (const [name, version] of transaction.reads) {
      if ((store.get(name)?.updatedMicros ?? 0) !== version) return true;
    }
    return transaction.queries.some((query) => query.currentVersions() !== query.versions);
  }
}

/**
 * The gRPC server lets larger requests through than Firestore allows: refused there they would be
 * RESOURCE_EXHAUSTED, which the client sends again for minutes.
 * @throws FirestoreError INVALID_ARGUMENT when the request is larger than 10 MiB.
 */
export function checkRequestSize({ wireBytes = 0 }: MeasuredRequest): void {
  if (wireBytes <= LIMITS.requestBytes) return;
  throw invalidArgument(`Request payload size exceeds the limit: ${LIMITS.requestBytes} bytes.`);
}
