import { FieldValue, Firestore, type DocumentReference } from '@google-cloud/firestore';
import { pace } from './pace.ts';

const RUNS = 500;

/** Writes that look like those of the stages: a workspace claimed and committed, artifacts created. */
export class FirestoreLoad {
  readonly totals = { writes: 0, failures: 0 };
  readonly #firestore: Firestore;
  #next = 0;

  /** @param address of the server, as for FIRESTORE_EMULATOR_HOST. */
  constructor(address: string) {
    process.env['FIRESTORE_EMULATOR_HOST'] = address;
    this.#firestore = new Firestore({ projectId: 'soak' });
  }

  /** Writes `rate` documents a second until the signal. */
  run(rate: number, signal: AbortSignal): Promise<void> {
    return pace(rate, signal, (count) => this.#write(count));
  }

  close(): Promise<void> {
    return this.#firestore.terminate();
  }

  async #write(count: number): Promise<void> {
    const batch = this.#firestore.batch();
    for (let i = 0; i < count; i += 1) {
      const number = this.#next++;
      const workspace = this.#firestore.doc(`workspaces/run-${number % RUNS}`);
      batch.set(workspace, stateOf(number), { merge: true });
    }
    const latest = this.#firestore.doc(`workspaces/run-${this.#next % RUNS}`);
    await Promise.all([batch.commit(), this.#claim(latest)]).then(
      () => (this.totals.writes += count + 1),
      () => (this.totals.failures += 1),
    );
  }

  #claim(workspace: DocumentReference): Promise<void> {
    return this.#firestore.runTransaction(async (transaction) => {
      await transaction.get(workspace);
      transaction.set(workspace, { attempts: FieldValue.increment(1) }, { merge: true });
    });
  }
}

function stateOf(number: number): object {
  return {
    version: 1,
    stage: 'search',
    lease: { token: `t-${number}`, until: new Date(number * 1000) },
    outbox: [{ topic: 'write', key: `key-${number}` }],
    wakeAt: new Date(number * 1000),
  };
}
