import type { Firestore } from '@google-cloud/firestore';
import { clientOf, numberAt, seed } from './firestore-under-test.ts';
import { KillableFirestore } from './killable-firestore.ts';

const ACCOUNTS = 10;
const WORKERS = 6;
const TRANSFERS_PER_WORKER = 30;

describe.each(['pessimistic', 'optimistic'] as const)('money transfers, %s', (mode) => {
  it('keep every total right, while they run and while the server is killed twice', async () => {
    const server = await KillableFirestore.start(mode);
    const bank = new Bank(clientOf(server.address));
    await bank.open();
    const totals: number[] = [];
    const running = { count: WORKERS };
    const worker = async (seedOfWorker: number) => {
      await bank.transferMany(TRANSFERS_PER_WORKER, generator(seedOfWorker));
      running.count -= 1;
    };
    const reader = async () => {
      while (running.count > 0) totals.push(...(await bank.total()));
    };
    const killer = async () => {
      for (const made of [40, 100]) {
        await bank.untilMade(made);
        await server.restart('SIGKILL');
      }
    };
    const workers = Array.from({ length: WORKERS }, (_, i) => worker(i + 1));
    await Promise.all([...workers, reader(), killer()]);

    expect(totals.length).toBeGreaterThan(5);
    expect(new Set(totals)).toEqual(new Set([ACCOUNTS * 100]));
    expect(await bank.total()).toEqual([ACCOUNTS * 100]);
    expect(await bank.smallestBalance()).toBeGreaterThanOrEqual(0);
    await bank.close();
    await server.close();
  });
});

class Bank {
  readonly #db: Firestore;
  #made = 0;
  #listeners: (() => void)[] = [];

  constructor(db: Firestore) {
    this.#db = db;
  }

  async open(): Promise<void> {
    const balances = Array.from({ length: ACCOUNTS }, (_, i) => [`a${i}`, { balance: 100 }]);
    await seed(
      this.#db.collection('accounts'),
      Object.fromEntries(balances) as object as Record<string, object>,
    );
  }

  async transferMany(count: number, random: (below: number) => number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const from = random(ACCOUNTS);
      const to = (from + 1 + random(ACCOUNTS - 1)) % ACCOUNTS;
      await this.#transfer(from, to, 1 + random(20));
      this.#made += 1;
      this.#listeners.forEach((listener) => listener());
    }
  }

  /** One consistent sum over all accounts; none when the server died under the read. */
  async total(): Promise<number[]> {
    const sum = this.#db.runTransaction(
      async (transaction) => {
        const { docs } = await transaction.get(this.#db.collection('accounts'));
        return docs.reduce((total, account) => total + numberAt(account, 'balance'), 0);
      },
      { readOnly: true },
    );
    return sum.then(
      (total) => [total],
      () => [],
    );
  }

  async smallestBalance(): Promise<number> {
    const { docs } = await this.#db.collection('accounts').get();
    return Math.min(...docs.map((account) => numberAt(account, 'balance')));
  }

  /** Resolves once this many transfers have been tried. */
  untilMade(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#listeners.push(() => {
        if (this.#made >= count) resolve();
      });
    });
  }

  close(): Promise<void> {
    return this.#db.terminate();
  }

  /** A transfer may fail or, its reply lost, be made twice; either way no money appears or vanishes. */
  async #transfer(from: number, to: number, amount: number): Promise<void> {
    const transfer = this.#db.runTransaction(async (transaction) => {
      const [giver, taker] = [this.#db.doc(`accounts/a${from}`), this.#db.doc(`accounts/a${to}`)];
      const given = numberAt(await transaction.get(giver), 'balance');
      const taken = numberAt(await transaction.get(taker), 'balance');
      if (given < amount) return;
      transaction.update(giver, { balance: given - amount });
      transaction.update(taker, { balance: taken + amount });
    });
    await transfer.catch(() => undefined);
  }
}

/** Park and Miller's generator: the same numbers for the same seed. */
function generator(seedOfRun: number): (below: number) => number {
  let state = seedOfRun * 7919;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
