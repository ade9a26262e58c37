import { asFirestoreError } from '../protocol/firestore-error.ts';
import type {
  BatchWriteRequest,
  BeginTransactionRequest,
  CommitRequest,
  RollbackRequest,
} from '../protocol/rpc-messages.ts';
import type {
  CommitResponse,
  WriteMessage,
  WriteResultMessage,
} from '../protocol/write-messages.ts';
import type { TransactionRegistry } from '../transactions/transaction-registry.ts';
import { checkRequestSize, type Committer } from '../writes/committer.ts';

/** `google.firestore.v1.BatchWriteResponse`: result and status of each write, by position. */
export interface BatchWriteResponse {
  readonly writeResults: readonly WriteResultMessage[];
  readonly status: readonly { readonly code: number; readonly message?: string }[];
}

/** Commits, and the beginning and end of transactions. */
export class WriteService {
  readonly #committer: Committer;
  readonly #transactions: TransactionRegistry;

  constructor(committer: Committer, transactions: TransactionRegistry) {
    this.#committer = committer;
    this.#transactions = transactions;
  }

  /** Commit: all writes or none. */
  commit(request: CommitRequest): Promise<CommitResponse> {
    checkRequestSize(request);
    return this.#committer.commit(request.writes ?? [], request.transaction);
  }

  /** BatchWrite: each write on its own; the call succeeds even when writes in it fail. */
  async batchWrite(request: BatchWriteRequest): Promise<BatchWriteResponse> {
    checkRequestSize(request);
    const outcomes = [];
    for (const write of request.writes ?? []) outcomes.push(await this.#writeAlone(write));
    return {
      writeResults: outcomes.map(({ result }) => result),
      status: outcomes.map(({ status }) => status),
    };
  }

  /** BeginTransaction. */
  begin({ options = {} }: BeginTransactionRequest): { transaction: Buffer } {
    return { transaction: Buffer.from(this.#transactions.begin(options).id) };
  }

  /** Rollback. */
  rollback({ transaction }: RollbackRequest): object {
    if (transaction !== undefined) this.#transactions.rollback(transaction);
    return {};
  }

  async #writeAlone(write: WriteMessage) {
    try {
      const { writeResults } = await this.#committer.commit([write]);
      return { result: writeResults[0] ?? {}, status: { code: 0 } };
    } catch (error) {
      const { code, details } = asFirestoreError(error);
      return { result: {}, status: { code, message: details } };
    }
  }
}
