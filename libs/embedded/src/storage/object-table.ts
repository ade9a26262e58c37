import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { crc32c } from './crc32c.ts';
import { bytes, integer, text, type Row } from './object-database.ts';
import { mergeObjectMetadata, type ObjectMetadata } from './object-metadata.ts';
import { isObject } from './storage-http.ts';
import type { StoredObject } from './stored-object.ts';

/** Rows of objects and their bytes. Checks nothing: callers hold the transaction and the rules. */
export class ObjectTable {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  /** @param now milliseconds since 1970. */
  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** The live object, or undefined. */
  find(bucket: string, name: string): StoredObject | undefined {
    const row = this.#database
      .prepare('SELECT * FROM objects WHERE bucket = ? AND name = ?')
      .get(bucket, name);
    return row === undefined ? undefined : objectOf(row);
  }

  /** Up to `limit` objects whose names sort after `after` and not before `from`, in UTF-8 order. */
  scan(bucket: string, after: string, from: string, limit: number): StoredObject[] {
    return this.#database
      .prepare(
        'SELECT * FROM objects WHERE bucket = ? AND name > ? AND name >= ? ORDER BY name LIMIT ?',
      )
      .all(bucket, after, from, limit)
      .map(objectOf);
  }

  /** The bytes of a generation. */
  read({ generation }: StoredObject): Uint8Array {
    const row = this.#database
      .prepare('SELECT bytes FROM object_bytes WHERE generation = ?')
      .get(generation);
    return bytes(row, 'bytes');
  }

  /** Stores a new generation in place of the old one, which is gone. */
  replace(
    bucket: string,
    name: string,
    content: Uint8Array,
    metadata: ObjectMetadata,
  ): StoredObject {
    const now = this.#now();
    const object: StoredObject = {
      bucket,
      name,
      generation: this.#nextGeneration(now),
      metageneration: 1,
      size: content.length,
      md5: createHash('md5').update(content).digest('base64'),
      crc32c: crc32c(content),
      createdMs: now,
      updatedMs: now,
      metadata,
    };
    this.remove(bucket, name);
    this.#database
      .prepare('INSERT INTO objects VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?)')
      .run(
        bucket,
        name,
        object.generation,
        object.size,
        object.md5,
        object.crc32c,
        now,
        now,
        JSON.stringify(metadata),
      );
    this.#database
      .prepare('INSERT INTO object_bytes VALUES (?, ?)')
      .run(object.generation, content);
    return object;
  }

  /** Writes new metadata: same generation, next metageneration. */
  update(object: StoredObject, metadata: ObjectMetadata): StoredObject {
    const updated = {
      ...object,
      metadata,
      metageneration: object.metageneration + 1,
      updatedMs: this.#now(),
    };
    this.#database
      .prepare(
        'UPDATE objects SET metadata = ?, metageneration = ?, updated_ms = ? WHERE generation = ?',
      )
      .run(JSON.stringify(metadata), updated.metageneration, updated.updatedMs, object.generation);
    return updated;
  }

  /** Deletes the object if it is there. */
  remove(bucket: string, name: string): void {
    this.#database.prepare('DELETE FROM objects WHERE bucket = ? AND name = ?').run(bucket, name);
  }

  /** Unique even for uploads within one microsecond, after a deletion, or when the clock steps back. */
  #nextGeneration(now: number): number {
    const row = this.#database
      .prepare('UPDATE last_generation SET value = max(value + 1, ?) RETURNING value')
      .get(now * 1000);
    return integer(row, 'value');
  }
}

function objectOf(row: Row): StoredObject {
  const metadata: unknown = JSON.parse(text(row, 'metadata'));
  return {
    bucket: text(row, 'bucket'),
    name: text(row, 'name'),
    generation: integer(row, 'generation'),
    metageneration: integer(row, 'metageneration'),
    size: integer(row, 'size'),
    md5: text(row, 'md5'),
    crc32c: text(row, 'crc32c'),
    createdMs: integer(row, 'created_ms'),
    updatedMs: integer(row, 'updated_ms'),
    metadata: mergeObjectMetadata({}, isObject(metadata) ? metadata : {}),
  };
}
