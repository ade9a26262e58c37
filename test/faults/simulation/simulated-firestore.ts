import { grpcError, isRetriedTransaction, isRetriedWrite } from './grpc-error.ts';
import { SimulatedQuery } from './simulated-query.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { DocumentData, StoredDocuments, Write } from './stored-documents.ts';
import type { World } from './world.ts';

/** How often the real client tries a transaction, and how its pauses grow. */
const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_GROWTH = 1.5;

const unavailable = (): Error => grpcError('UNAVAILABLE', 'the store is away');
const late = (): Error => grpcError('DEADLINE_EXCEEDED', 'no answer in time');

/**
 * Firestore as one process's client sees it: the part of @google-cloud/firestore that the product uses,
 * with the client's own retries. A transaction is run again after most errors, also after one whose
 * commit had been applied, so its callback may read its own writes.
 */
export class SimulatedFirestore {
  constructor(
    readonly process: SimulatedProcess,
    readonly documents: StoredDocuments,
    private readonly world: World,
  ) {}

  collection(path: string): SimulatedCollection {
    return new SimulatedCollection(this, path);
  }

  doc(path: string): SimulatedDocument {
    return new SimulatedDocument(this, path);
  }

  async runTransaction<T>(callback: (transaction: SimulatedTransaction) => Promise<T>): Promise<T> {
    let appliedAt: number | undefined;
    let last: unknown;
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await this.#pause(FIRST_PAUSE_MS * PAUSE_GROWTH ** (tries - 1), appliedAt);
      const transaction = new SimulatedTransaction(this);
      try {
        const result = await callback(transaction);
        await transaction.commit(() => (appliedAt ??= this.world.now));
        return result;
      } catch (error) {
        last = error;
        this.process.suffer();
        // Even one more try takes so long that a short-tempered sweep may ask for the command again.
        this.world.charge('command');
        if (!isRetriedTransaction(error)) break;
      }
    }
    // A change that was applied can be found again: only one that was not costs its caller something.
    this.world.charge(appliedAt === undefined ? 'attempt' : 'command');
    throw last;
  }

  /** A lease that was taken without its holder's knowledge may run out before the holder learns of it. */
  async #pause(ms: number, appliedAt: number | undefined): Promise<void> {
    const learntAt = this.world.now + ms;
    const leaseMs = this.world.timings.stages.plan.leaseTtlMs;
    if (appliedAt !== undefined && learntAt > appliedAt + leaseMs / 2) this.world.charge('attempt');
    await this.process.clock.sleep(ms);
  }

  /** One write outside of a transaction. */
  async write(write: Write): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.process.call({
          name: `${write.kind} ${shortPath(write.path)}`,
          effect: () => this.documents.commit([write], new Map(), this.process.name),
          refusals: [unavailable],
          lostAnswers: [unavailable, late],
        });
      } catch (error) {
        if (!isRetriedWrite(error) || tries === TRIES) throw error;
        await this.process.clock.sleep(FIRST_PAUSE_MS);
      }
    }
  }

  async read(path: string): Promise<ReturnType<StoredDocuments['read']>> {
    try {
      return await this.process.call({
        name: `read ${shortPath(path)}`,
        effect: () => this.documents.read(path),
        refusals: [unavailable],
      });
    } catch (error) {
      this.process.suffer();
      throw error;
    }
  }
}

/** The reads and writes of one try of a transaction. */
export class SimulatedTransaction {
  readonly #seen = new Map<string, number>();
  readonly #writes: Write[] = [];

  constructor(private readonly firestore: SimulatedFirestore) {}

  async get(reference: SimulatedDocument): Promise<SimulatedSnapshot> {
    const [snapshot] = await this.getAll(reference);
    if (snapshot === undefined) throw new Error('one reference has one snapshot');
    return snapshot;
  }

  /** One call for all of them, as the real client makes it. */
  async getAll(...references: readonly SimulatedDocument[]): Promise<SimulatedSnapshot[]> {
    if (this.#writes.length > 0) throw new Error('a transaction must read before it writes');
    const { process, documents } = this.firestore;
    const found = await process.call({
      name: `read ${references.map(({ path }) => shortPath(path)).join(' ')} (tx)`,
      effect: () => references.map(({ path }) => documents.read(path)),
      refusals: [unavailable],
      cost: 'nothing',
    });
    return references.map((reference, at) => {
      this.#seen.set(reference.path, found[at]?.revision ?? 0);
      return new SimulatedSnapshot(reference, found[at]?.data);
    });
  }

  set(
    reference: SimulatedDocument,
    data: DocumentData,
    { merge = false }: { readonly merge?: boolean } = {},
  ): this {
    return this.#add(merge ? 'merge' : 'set', reference, data);
  }

  create(reference: SimulatedDocument, data: DocumentData): this {
    return this.#add('create', reference, data);
  }

  /** Whole fields only: the product uses no field paths here. */
  update(reference: SimulatedDocument, data: DocumentData): this {
    return this.#add('update', reference, data);
  }

  delete(reference: SimulatedDocument): this {
    return this.#add('delete', reference, {});
  }

  commit(onApplied: () => void): Promise<void> {
    const { process, documents } = this.firestore;
    return process.call({
      name: `commit ${this.#writes.map(({ path }) => shortPath(path)).join(' ')}`,
      effect: () => {
        documents.commit(this.#writes, this.#seen, process.name);
        onApplied();
      },
      refusals: [unavailable, () => grpcError('ABORTED', 'contention')],
      lostAnswers: [late, () => grpcError('INVALID_ARGUMENT', 'the transaction is over')],
      // A stage that fails does not recognise its own write: its delivery has to come once more.
      cost: 'command',
    });
  }

  #add(kind: Write['kind'], { path }: SimulatedDocument, data: DocumentData): this {
    assertStorable(path, data);
    this.#writes.push({ kind, path, data });
    return this;
  }
}

/** A reference to one document. */
export class SimulatedDocument {
  constructor(
    private readonly firestore: SimulatedFirestore,
    readonly path: string,
  ) {}

  get id(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }

  collection(name: string): SimulatedCollection {
    return new SimulatedCollection(this.firestore, `${this.path}/${name}`);
  }

  async get(): Promise<SimulatedSnapshot> {
    return new SimulatedSnapshot(this, (await this.firestore.read(this.path)).data);
  }

  async create(data: DocumentData): Promise<void> {
    assertStorable(this.path, data);
    await this.firestore.write({ kind: 'create', path: this.path, data });
  }

  async set(data: DocumentData): Promise<void> {
    assertStorable(this.path, data);
    await this.firestore.write({ kind: 'set', path: this.path, data });
  }

  async delete(): Promise<void> {
    await this.firestore.write({ kind: 'delete', path: this.path, data: {} });
  }
}

/** What a read of one document found. */
export class SimulatedSnapshot {
  constructor(
    readonly ref: SimulatedDocument,
    private readonly found: DocumentData | undefined,
  ) {}

  get id(): string {
    return this.ref.id;
  }

  get exists(): boolean {
    return this.found !== undefined;
  }

  data(): DocumentData | undefined {
    return this.found;
  }

  get(field: string): unknown {
    return this.found?.[field];
  }
}

/** A collection is also a query for all of its documents. */
export class SimulatedCollection extends SimulatedQuery<SimulatedSnapshot> {
  constructor(
    private readonly firestore: SimulatedFirestore,
    private readonly path: string,
  ) {
    const { process, documents } = firestore;
    super({
      run: (select) =>
        process.call({
          name: `query ${shortPath(path)}`,
          effect: () => select(documents.pathsIn(path).map((each) => rowOf(documents, each))),
          // Sweeps ask at each interval; what they find is changed by transactions, which can fail.
          uncounted: true,
        }),
      snapshotOf: ({ path: found, data }) =>
        new SimulatedSnapshot(new SimulatedDocument(firestore, found), data),
    });
  }

  doc(id: string): SimulatedDocument {
    return new SimulatedDocument(this.firestore, `${this.path}/${id}`);
  }
}

function rowOf(documents: StoredDocuments, path: string): { path: string; data: DocumentData } {
  return { path, data: documents.read(path).data ?? {} };
}

/** What the client refuses: `undefined` (the product does not tell it to drop it) and instances of classes. */
function assertStorable(path: string, value: unknown): void {
  if (value === undefined) throw new Error(`${path} holds undefined, which Firestore refuses`);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (!isPlain(value))
    throw new Error(`${path} holds an instance of a class, which Firestore refuses`);
  for (const [name, inner] of Object.entries(value)) assertStorable(`${path}.${name}`, inner);
}

/** By structure: a test environment has an `Object` of its own. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Run ids tell nothing in a trace. */
function shortPath(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'RUN');
}
