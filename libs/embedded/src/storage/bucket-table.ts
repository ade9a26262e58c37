import type { DatabaseSync } from 'node:sqlite';
import { integer, text, type Row } from './object-database.ts';
import { isObject } from './storage-http.ts';

/** A bucket; `settings` is kept and shown, but has no effect here (location, labels and the like). */
export interface StoredBucket {
  readonly name: string;
  readonly metageneration: number;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Rows of buckets. Checks nothing: callers hold the transaction and the rules. */
export class BucketTable {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  /** @param now milliseconds since 1970. */
  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  find(name: string): StoredBucket | undefined {
    const row = this.#database.prepare('SELECT * FROM buckets WHERE name = ?').get(name);
    return row === undefined ? undefined : bucketOf(row);
  }

  /** Up to `limit` buckets whose names sort after `after` and start with `prefix`. */
  list(prefix: string, after: string, limit: number): StoredBucket[] {
    return this.#database
      .prepare(
        'SELECT * FROM buckets WHERE name > ? AND substr(name, 1, length(?)) = ? ORDER BY name LIMIT ?',
      )
      .all(after, prefix, prefix, limit)
      .map(bucketOf);
  }

  insert(name: string, settings: Readonly<Record<string, unknown>>): StoredBucket {
    const now = this.#now();
    this.#database
      .prepare('INSERT INTO buckets VALUES (?, 1, ?, ?, ?)')
      .run(name, now, now, JSON.stringify(settings));
    return { name, metageneration: 1, createdMs: now, updatedMs: now, settings };
  }

  isEmpty(name: string): boolean {
    return (
      this.#database.prepare('SELECT 1 FROM objects WHERE bucket = ? LIMIT 1').get(name) ===
      undefined
    );
  }

  remove(name: string): void {
    this.#database.prepare('DELETE FROM buckets WHERE name = ?').run(name);
  }
}

function bucketOf(row: Row): StoredBucket {
  const settings: unknown = JSON.parse(text(row, 'settings'));
  return {
    name: text(row, 'name'),
    metageneration: integer(row, 'metageneration'),
    createdMs: integer(row, 'created_ms'),
    updatedMs: integer(row, 'updated_ms'),
    settings: isObject(settings) ? settings : {},
  };
}
