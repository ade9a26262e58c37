import { contention, unavailable } from './protocol/firestore-error.ts';

/** What a fault may depend on. */
export interface CommitFacts {
  /** Full names of the documents that the commit writes. */
  readonly documents: readonly string[];
  /** True when the commit ends a transaction that has read something. */
  readonly hasRead: boolean;
}

/** A probability from 0 to 1, or a decision per commit. */
export type Fault = number | ((commit: CommitFacts) => boolean);

/** Failures to inject into commits, as production shows them. */
export interface FirestoreFaults {
  /** Transactions that have read end with ABORTED; nothing is applied. */
  readonly abortTransaction?: Fault;
  /** The commit is applied and durable, but the client gets UNAVAILABLE instead of the answer. */
  readonly loseReply?: Fault;
  /** Numbers from 0 to 1 for the probabilities; Math.random when absent. */
  readonly random?: () => number;
}

/** Decides when a commit fails on purpose. */
export class FaultInjector {
  readonly #faults: FirestoreFaults;
  readonly #random: () => number;

  constructor(faults: FirestoreFaults) {
    this.#faults = faults;
    this.#random = faults.random ?? Math.random;
  }

  /** @throws FirestoreError ABORTED when this commit is chosen to fail. */
  beforeCommit(commit: CommitFacts): void {
    if (commit.hasRead && this.#strikes(this.#faults.abortTransaction, commit)) throw contention();
  }

  /** @throws FirestoreError UNAVAILABLE when the answer to this commit is chosen to get lost. */
  afterCommit(commit: CommitFacts): void {
    if (this.#strikes(this.#faults.loseReply, commit)) {
      throw unavailable('The reply was lost after the commit (injected fault).');
    }
  }

  #strikes(fault: Fault | undefined, commit: CommitFacts): boolean {
    if (fault === undefined) return false;
    return typeof fault === 'number' ? this.#random() < fault : fault(commit);
  }
}
