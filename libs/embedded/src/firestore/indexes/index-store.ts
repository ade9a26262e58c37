import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { inTransaction } from '../../sqlite-file.ts';
import { bytesIn, integerIn, textIn } from '../storage/document-rows.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import {
  definitionText,
  entriesOf,
  parseDefinition,
  type IndexDefinition,
  type IndexEntry,
} from './index-definition.ts';
import type { IndexScan } from './index-plan.ts';

type Indexed = Pick<StoredDocument, 'name' | 'fields'>;

interface StoredIndex {
  readonly id: number;
  readonly definition: IndexDefinition;
}

/** Queries come from code, so their shapes are few. The bound is for a client that makes them up. */
const MOST_INDEXES = 200;
const FIRST_BATCH = 64;
const LARGEST_BATCH = 1024;

/**
 * Index rows in SQLite. An index is made when the first query needs it and kept up to date from then
 * on, in the same SQLite transaction as the documents; writes pay only for indexes that are in use.
 */
export class IndexStore {
  readonly #database: DatabaseSync;
  readonly #readCollection: (collectionId: string) => Iterable<Indexed>;
  readonly #byText = new Map<string, StoredIndex>();
  readonly #byCollection = new Map<string, StoredIndex[]>();
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  readonly #range: StatementSync;
  readonly #rangeToEnd: StatementSync;

  /** @param readCollection every document of all collections with an id, for a new index. */
  constructor(database: DatabaseSync, readCollection: (collectionId: string) => Iterable<Indexed>) {
    this.#database = database;
    this.#readCollection = readCollection;
    this.#insert = database.prepare('INSERT INTO index_rows VALUES (?, ?, ?, ?)');
    this.#remove = database.prepare(
      'DELETE FROM index_rows WHERE index_id = ? AND scope = ? AND key = ?',
    );
    const from = 'SELECT key, name FROM index_rows WHERE index_id = ? AND scope = ? AND key >= ?';
    this.#range = database.prepare(`${from} AND key < ? ORDER BY key LIMIT ?`);
    this.#rangeToEnd = database.prepare(`${from} ORDER BY key LIMIT ?`);
    for (const row of database.prepare('SELECT id, definition FROM indexes').all()) {
      this.#remember(integerIn(row, 'id'), parseDefinition(textIn(row, 'definition')));
    }
  }

  /** Whether a write to the collection must say what the document was before. */
  covers(collectionId: string): boolean {
    return this.#byCollection.has(collectionId);
  }

  /** Brings the rows of one document up to date; undefined stands for a document that is not there. */
  replace(collectionId: string, before: Indexed | undefined, after: Indexed | undefined): void {
    for (const { id, definition } of this.#byCollection.get(collectionId) ?? []) {
      const old = keyed(before && entriesOf(definition, before));
      const now = keyed(after && entriesOf(definition, after));
      for (const [text, { scope, key }] of old) {
        if (!now.has(text)) this.#remove.run(id, scope, key);
      }
      for (const [text, { scope, key }] of now) {
        if (!old.has(text)) this.#insert.run(id, scope, key, after?.name ?? '');
      }
    }
  }

  /**
   * Names of the documents in a part of an index, in its order, read in batches as they are asked for;
   * the index is made when it is missing.
   * @param scope the parent of the collection, or the root of the database for a collection group.
   * @returns undefined when there are too many indexes to make another.
   */
  names({ definition, range }: IndexScan, scope: string): Iterable<string> | undefined {
    const index = this.#byText.get(definitionText(definition)) ?? this.#create(definition);
    return index && this.#read(index.id, scope, range);
  }

  *#read(id: number, scope: string, { from, to }: IndexScan['range']): Generator<string> {
    let next = from;
    for (let size = FIRST_BATCH; ; size = Math.min(2 * size, LARGEST_BATCH)) {
      const rows =
        to === undefined
          ? this.#rangeToEnd.all(id, scope, next, size)
          : this.#range.all(id, scope, next, to, size);
      for (const row of rows) yield textIn(row, 'name');
      const last = rows.at(-1);
      if (last === undefined || rows.length < size) return;
      // The smallest key behind the last one.
      next = Buffer.concat([bytesIn(last, 'key'), Buffer.of(0)]);
    }
  }

  #create(definition: IndexDefinition): StoredIndex | undefined {
    if (this.#byText.size >= MOST_INDEXES) return undefined;
    const id = inTransaction(this.#database, () => {
      const insert = this.#database.prepare('INSERT INTO indexes (definition) VALUES (?)');
      const made = Number(insert.run(definitionText(definition)).lastInsertRowid);
      for (const document of this.#readCollection(definition.collectionId)) {
        for (const { scope, key } of entriesOf(definition, document)) {
          this.#insert.run(made, scope, key, document.name);
        }
      }
      return made;
    });
    return this.#remember(id, definition);
  }

  #remember(id: number, definition: IndexDefinition): StoredIndex {
    const index = { id, definition };
    const { collectionId } = definition;
    this.#byText.set(definitionText(definition), index);
    this.#byCollection.set(collectionId, [...(this.#byCollection.get(collectionId) ?? []), index]);
    return index;
  }
}

function keyed(entries: readonly IndexEntry[] = []): Map<string, IndexEntry> {
  return new Map(entries.map((entry) => [entry.key.toString('latin1'), entry]));
}
