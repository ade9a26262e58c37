import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { inTransaction } from '../../sqlite-file.ts';
import type { IndexScan } from '../indexes/index-plan.ts';
import { IndexStore } from '../indexes/index-store.ts';
import type { Fields } from '../protocol/value-messages.ts';
import { rootOf, splitDocumentName } from '../values/resource-names.ts';
import { DocumentCache } from './document-cache.ts';
import type { DocumentCodec } from './document-codec.ts';
import { bytesIn, integerIn, textIn, versionRow } from './document-rows.ts';
import { documentStatements, type DocumentStatements } from './document-statements.ts';
import type { StoredDocument } from './stored-document.ts';

/** The documents a query chooses from. */
export interface QueryScope {
  /** A document, or the root `projects/P/databases/D/documents`. */
  readonly parent: string;
  /** Absent: documents of every collection below the parent, at any depth. */
  readonly collectionId?: string;
  /** Collections with this id at any depth below the parent (a collection group). */
  readonly allDescendants: boolean;
}

const CACHE_BYTES = 64 * 1024 * 1024;

/**
 * The documents and their recent history in SQLite. All methods are synchronous, so nothing
 * interleaves within a call, nor within {@link transact}.
 */
export class DocumentStore {
  readonly #database: DatabaseSync;
  readonly #codec: DocumentCodec;
  readonly #statements: DocumentStatements;
  readonly #cache = new DocumentCache(CACHE_BYTES);
  readonly #touched = new Set<string>();
  readonly #indexes: IndexStore;

  constructor(database: DatabaseSync, codec: DocumentCodec) {
    this.#database = database;
    this.#codec = codec;
    this.#statements = documentStatements(database);
    this.#indexes = new IndexStore(database, (collectionId) => this.#collections(collectionId));
  }

  /** The newest time in microseconds that any version carries, 0 for an empty database. */
  newestMicros(): number {
    const row = this.#statements.newest.get();
    return row === undefined ? 0 : integerIn(row, 'newest');
  }

  /** The current version of a document, or the one that was current at `atMicros`. */
  get(name: string, atMicros?: number): StoredDocument | undefined {
    const current = this.#statements.version.get(name);
    if (current !== undefined) {
      const isOldEnough = atMicros === undefined || integerIn(current, 'updated_us') <= atMicros;
      if (isOldEnough) return this.#current(current);
    }
    if (atMicros === undefined) return undefined;
    const old = this.#statements.oldVersion.get(name, atMicros, atMicros);
    return old && this.#old(old);
  }

  /**
   * The present documents in a part of an index, in its order, each read when it is asked for.
   * @param parent what the query starts from.
   * @returns undefined when the index cannot be had: {@link scan} then.
   */
  indexed(scan: IndexScan, parent: string): Iterable<StoredDocument> | undefined {
    const isGroup = scan.definition.scope === 'COLLECTION_GROUP';
    const names = this.#indexes.names(scan, isGroup ? rootOf(parent) : parent);
    return names && this.#below(parent, names);
  }

  /** Every document in the scope, now or at a time, in no particular order. */
  scan(scope: QueryScope, atMicros?: number): StoredDocument[] {
    const current = this.#scopeRows(scope);
    const scanning = { onlyIfRoom: true };
    if (atMicros === undefined) return current.map((row) => this.#current(row, scanning));
    const unchanged = current.filter((row) => integerIn(row, 'updated_us') <= atMicros);
    const old = this.#oldScopeRows(scope, atMicros);
    return [
      ...unchanged.map((row) => this.#current(row, scanning)),
      ...old.map((row) => this.#old(row)),
    ];
  }

  /** Names of all documents below a document or collection, at any depth, in the order of their bytes. */
  namesBelow(parent: string): string[] {
    return this.#statements.namesBelow.all(...below(parent)).map((row) => textIn(row, 'name'));
  }

  /** Runs `work` in one SQLite transaction: all its writes are durable on return, or none happened. */
  transact<T>(work: () => T): T {
    try {
      return inTransaction(this.#database, work);
    } catch (error) {
      for (const name of this.#touched) this.#cache.delete(name);
      throw error;
    } finally {
      this.#touched.clear();
    }
  }

  /** Writes a version at `whenMicros`; the one before it becomes history. Only within {@link transact}. */
  put(name: string, fields: Fields, whenMicros: number): void {
    const { parent, collectionId } = splitDocumentName(name);
    const before = this.#indexes.covers(collectionId) ? this.get(name) : undefined;
    this.#archive(name, whenMicros);
    const data = this.#codec.encode(fields);
    this.#statements.put.run(name, parent, collectionId, whenMicros, whenMicros, data);
    this.#indexes.replace(collectionId, before, { name, fields });
  }

  /** Deletes a document at `whenMicros`; its last version becomes history. Only within {@link transact}. */
  remove(name: string, whenMicros: number): void {
    const { collectionId } = splitDocumentName(name);
    const before = this.#indexes.covers(collectionId) ? this.get(name) : undefined;
    this.#archive(name, whenMicros);
    this.#statements.remove.run(name);
    this.#indexes.replace(collectionId, before, undefined);
  }

  /** Drops versions that were replaced or deleted before this time. */
  forgetHistoryBefore(micros: number): void {
    this.#statements.forget.run(micros);
  }

  /** Closes the database file; no other method works afterwards. */
  close(): void {
    this.#database.close();
  }

  #archive(name: string, whenMicros: number): void {
    this.#touched.add(name);
    this.#cache.delete(name);
    this.#statements.archive.run(whenMicros, name);
  }

  *#below(parent: string, names: Iterable<string>): Generator<StoredDocument> {
    for (const name of names) {
      const document = name.startsWith(`${parent}/`) ? this.get(name) : undefined;
      if (document !== undefined) yield document;
    }
  }

  *#collections(collectionId: string): Generator<StoredDocument> {
    for (const row of this.#statements.collections.all(collectionId)) {
      yield this.#current(row, { onlyIfRoom: true });
    }
  }

  #scopeRows({
    parent,
    collectionId,
    allDescendants,
  }: QueryScope): Record<string, SQLOutputValue>[] {
    const statements = this.#statements;
    if (collectionId === undefined) return statements.below.all(...below(parent));
    if (allDescendants) return statements.group.all(collectionId, ...below(parent));
    return statements.collection.all(collectionId, parent);
  }

  #oldScopeRows(scope: QueryScope, at: number): Record<string, SQLOutputValue>[] {
    const { parent, collectionId, allDescendants } = scope;
    const statements = this.#statements;
    if (collectionId === undefined) return statements.oldBelow.all(...below(parent), at, at);
    if (allDescendants) return statements.oldGroup.all(collectionId, ...below(parent), at, at);
    return statements.oldCollection.all(collectionId, parent, at, at);
  }

  #current(
    row: Record<string, SQLOutputValue>,
    caching: { readonly onlyIfRoom?: boolean } = {},
  ): StoredDocument {
    const version = versionRow(row);
    const cached = this.#cache.get(version.name, version.updatedMicros);
    if (cached !== undefined) return cached;
    const data = bytesIn(this.#statements.data.get(version.name), 'data');
    const document = { ...version, fields: this.#codec.decode(data) };
    this.#cache.put(document, data.length, caching);
    return document;
  }

  #old(row: Record<string, SQLOutputValue>): StoredDocument {
    return { ...versionRow(row), fields: this.#codec.decode(bytesIn(row, 'data')) };
  }
}

/** All names that start with `parent/`: '0' is the character after '/'. */
function below(parent: string): [string, string] {
  return [`${parent}/`, `${parent}0`];
}
