import type { DatabaseSync } from 'node:sqlite';
import { bytes, integer, text } from './object-database.ts';
import { mergeObjectMetadata, type ObjectMetadata } from './object-metadata.ts';
import type { ObjectTarget } from './object-writer.ts';
import type { Preconditions } from './preconditions.ts';
import { isObject } from './storage-http.ts';

/** A resumable upload that was started. */
export interface UploadSession extends ObjectTarget {
  readonly id: string;
  readonly metadata: ObjectMetadata;
  /** From X-Upload-Content-Length. */
  readonly expectedSize: number | undefined;
  /** Bytes stored so far. */
  readonly received: number;
  /** The JSON of the finished object; undefined while the upload is open. */
  readonly result: string | undefined;
}

/** Cloud Storage keeps a session URI for a week. */
const SESSION_MS = 7 * 24 * 60 * 60 * 1000;

/** Upload sessions are stored like objects, so that a restarted server goes on with them. */
export class UploadTable {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  /** @param now milliseconds since 1970. */
  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Starts a session, and forgets the ones that are over a week old. */
  start(session: Omit<UploadSession, 'received' | 'result'>): void {
    this.#database
      .prepare('DELETE FROM uploads WHERE created_ms < ?')
      .run(this.#now() - SESSION_MS);
    this.#database
      .prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?, ?, NULL)')
      .run(
        session.id,
        session.bucket,
        session.name,
        JSON.stringify(session.metadata),
        JSON.stringify(session.conditions),
        session.expectedSize ?? null,
        this.#now(),
      );
  }

  find(id: string): UploadSession | undefined {
    const row = this.#database.prepare('SELECT * FROM uploads WHERE id = ?').get(id);
    if (row === undefined) return undefined;
    const received = this.#database
      .prepare('SELECT coalesce(sum(length(bytes)), 0) AS size FROM upload_parts WHERE upload = ?')
      .get(id);
    const metadata: unknown = JSON.parse(text(row, 'metadata'));
    return {
      id,
      bucket: text(row, 'bucket'),
      name: text(row, 'name'),
      metadata: mergeObjectMetadata({}, isObject(metadata) ? metadata : {}),
      conditions: storedConditions(text(row, 'preconditions')),
      expectedSize: row['expected_size'] === null ? undefined : integer(row, 'expected_size'),
      received: integer(received, 'size'),
      result: row['result'] === null ? undefined : text(row, 'result'),
    };
  }

  append({ id, received }: UploadSession, part: Uint8Array): void {
    if (part.length === 0) return;
    this.#database.prepare('INSERT INTO upload_parts VALUES (?, ?, ?)').run(id, received, part);
  }

  /** Everything received so far, in order. */
  content({ id }: UploadSession): Buffer {
    const parts = this.#database
      .prepare('SELECT bytes FROM upload_parts WHERE upload = ? ORDER BY start')
      .all(id);
    return Buffer.concat(parts.map((row) => bytes(row, 'bytes')));
  }

  /** Keeps the answer for a client that asks again, and frees the parts. */
  finish({ id }: UploadSession, result: string): void {
    this.#database.prepare('DELETE FROM upload_parts WHERE upload = ?').run(id);
    this.#database.prepare('UPDATE uploads SET result = ? WHERE id = ?').run(result, id);
  }

  remove(id: string): void {
    this.#database.prepare('DELETE FROM uploads WHERE id = ?').run(id);
  }
}

function storedConditions(json: string): Preconditions {
  const value: unknown = JSON.parse(json);
  const read = (field: keyof Preconditions): number | undefined => {
    const stored = isObject(value) ? value[field] : undefined;
    return typeof stored === 'number' ? stored : undefined;
  };
  return {
    generationMatch: read('generationMatch'),
    generationNotMatch: read('generationNotMatch'),
    metagenerationMatch: read('metagenerationMatch'),
    metagenerationNotMatch: read('metagenerationNotMatch'),
  };
}
