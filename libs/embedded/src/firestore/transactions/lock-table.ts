import { contention } from '../protocol/firestore-error.ts';

/** Whoever holds locks: a transaction, or a single commit outside of one. */
export interface LockOwner {
  /** Names it holds; kept by the {@link LockTable}. */
  readonly held: Set<string>;
}

interface Waiter {
  readonly owner: LockOwner;
  readonly name: string;
  readonly grant: () => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * Exclusive locks on document names, handed over in the order of asking. A wait that would close a
 * circle is refused at once; any other wait ends after `waitMs`.
 */
export class LockTable {
  readonly #waitMs: number;
  readonly #owners = new Map<string, LockOwner>();
  readonly #queues = new Map<string, Waiter[]>();

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /**
   * Resolves once the owner holds the lock; asking again for a lock it holds is fine.
   * @throws FirestoreError ABORTED on a deadlock or after waiting too long. The owner keeps its other
   * locks: the caller releases them.
   */
  async acquire(owner: LockOwner, name: string): Promise<void> {
    const holder = this.#owners.get(name);
    if (holder === owner) return;
    if (holder === undefined) {
      this.#give(name, owner);
      return;
    }
    const ahead = this.#queue(name).map((waiter) => waiter.owner);
    // An owner that already waits for this name was checked then, and gets both answers together.
    const isNewWait = !ahead.includes(owner);
    if (isNewWait && this.#waitsFor([holder, ...ahead], owner)) throw contention();
    await this.#wait(owner, name);
  }

  /** Frees every lock of the owner and refuses whatever it still waits for. */
  release(owner: LockOwner, reason: Error): void {
    for (const waiter of this.#waiters().filter((waiting) => waiting.owner === owner)) {
      this.#leave(waiter);
      waiter.refuse(reason);
    }
    for (const name of owner.held) this.#passOn(name);
    owner.held.clear();
  }

  /** Refuses every wait, for a server that stops. */
  refuseAll(reason: Error): void {
    for (const waiter of this.#waiters()) {
      this.#leave(waiter);
      waiter.refuse(reason);
    }
  }

  #wait(owner: LockOwner, name: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        name,
        grant: () => {
          clearTimeout(timer);
          this.#give(name, owner);
          resolve();
        },
        refuse: (reason) => {
          clearTimeout(timer);
          reject(reason);
        },
      };
      const timer = setTimeout(() => {
        this.#leave(waiter);
        waiter.refuse(contention());
      }, this.#waitMs);
      this.#queues.set(name, [...this.#queue(name), waiter]);
    });
  }

  #give(name: string, owner: LockOwner): void {
    this.#owners.set(name, owner);
    owner.held.add(name);
  }

  #passOn(name: string): void {
    this.#owners.delete(name);
    const [next] = this.#queue(name);
    if (next === undefined) return;
    this.#leave(next);
    next.grant();
    // One owner may have asked twice for the same name (parallel reads of a transaction).
    for (const twin of this.#queue(name).filter((waiter) => waiter.owner === next.owner)) {
      this.#leave(twin);
      twin.grant();
    }
  }

  #leave(waiter: Waiter): void {
    const rest = this.#queue(waiter.name).filter((other) => other !== waiter);
    if (rest.length > 0) this.#queues.set(waiter.name, rest);
    else this.#queues.delete(waiter.name);
  }

  /** True when one of the owners waits, perhaps through others, for something that `target` holds. */
  #waitsFor(owners: readonly LockOwner[], target: LockOwner): boolean {
    const seen = new Set<LockOwner>();
    const open = [...owners];
    for (let owner = open.pop(); owner !== undefined; owner = open.pop()) {
      if (owner === target) return true;
      if (seen.has(owner)) continue;
      seen.add(owner);
      open.push(...this.#blockersOf(owner));
    }
    return false;
  }

  #blockersOf(owner: LockOwner): LockOwner[] {
    return this.#waiters()
      .filter((waiter) => waiter.owner === owner)
      .flatMap((waiter) => {
        const queue = this.#queue(waiter.name);
        const ahead = queue.slice(0, queue.indexOf(waiter)).map((other) => other.owner);
        const holder = this.#owners.get(waiter.name);
        return holder === undefined ? ahead : [holder, ...ahead];
      });
  }

  #queue(name: string): readonly Waiter[] {
    return this.#queues.get(name) ?? [];
  }

  #waiters(): Waiter[] {
    return [...this.#queues.values()].flat();
  }
}
