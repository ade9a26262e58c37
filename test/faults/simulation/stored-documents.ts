import { grpcError } from './grpc-error.ts';

/** A document that a Firestore write carries. */
export type DocumentData = Readonly<Record<string, unknown>>;

interface StoredDocument {
  readonly data: DocumentData;
  readonly revision: number;
  readonly createdAt: number;
}

/** One write of a commit. */
export interface Write {
  /** `merge` keeps the fields that it does not carry; the product merges whole fields only. */
  readonly kind: 'set' | 'merge' | 'create' | 'update' | 'delete';
  readonly path: string;
  readonly data: DocumentData;
}

/** Hears of each document that a commit changed. */
export type WriteListener = (write: {
  readonly kind: Write['kind'];
  readonly path: string;
  readonly before: DocumentData | undefined;
  readonly after: DocumentData;
  readonly by: string;
}) => void;

/** The documents of a Firestore database, whoever asks for them. Commits are atomic. */
export class StoredDocuments {
  readonly #documents = new Map<string, StoredDocument>();
  readonly #now: () => number;
  readonly #onWrite: WriteListener;
  #revision = 0;

  constructor(now: () => number, onWrite: WriteListener) {
    this.#now = now;
    this.#onWrite = onWrite;
  }

  /** Content, revision (0 when there is none) and time of creation of a document. */
  read(path: string): { data: DocumentData | undefined; revision: number; createdAt: number } {
    const stored = this.#documents.get(path);
    if (stored === undefined) return { data: undefined, revision: 0, createdAt: 0 };
    // A copy, so that nobody changes what is stored through a reference to it.
    const { data, ...rest } = stored;
    return { data: structuredClone(data), ...rest };
  }

  /** What is stored, to be looked at only. */
  peek(path: string): DocumentData | undefined {
    return this.#documents.get(path)?.data;
  }

  /** Paths of the documents that lie directly in a collection, in the order of their ids. */
  pathsIn(collection: string): string[] {
    const depth = collection.split('/').length + 1;
    return [...this.#documents.keys()]
      .filter((path) => path.startsWith(`${collection}/`) && path.split('/').length === depth)
      .sort();
  }

  /**
   * Applies all writes or none.
   * @param seen the revisions that the transaction read: none may have changed since.
   * @throws ABORTED, or ALREADY_EXISTS for a `create`.
   */
  commit(writes: readonly Write[], seen: ReadonlyMap<string, number>, by: string): void {
    for (const [path, revision] of seen) {
      if ((this.#documents.get(path)?.revision ?? 0) !== revision)
        throw grpcError('ABORTED', `contention on ${path}`);
    }
    for (const { kind, path } of writes) {
      if (kind === 'create' && this.#documents.has(path)) {
        throw grpcError('ALREADY_EXISTS', `${path} already exists`);
      }
      if (kind === 'update' && !this.#documents.has(path)) {
        throw grpcError('NOT_FOUND', `no document ${path}`);
      }
    }
    this.#revision += 1;
    for (const write of writes) this.#apply(write, by);
  }

  #apply({ kind, path, data }: Write, by: string): void {
    if (kind === 'delete') {
      this.#documents.delete(path);
      return;
    }
    const stored = this.#documents.get(path);
    const before = stored?.data;
    this.#documents.set(path, {
      data: structuredClone({ ...(keepsOthers(kind) ? before : {}), ...data }),
      revision: this.#revision,
      createdAt: stored?.createdAt ?? this.#now(),
    });
    this.#onWrite({ kind, path, before, after: data, by });
  }
}

function keepsOthers(kind: Write['kind']): boolean {
  return kind === 'update' || kind === 'merge';
}
