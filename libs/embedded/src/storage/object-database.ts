import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { ObjectStoreStartError } from './start-error.ts';
import { isObject } from './storage-http.ts';

/** How hard SQLite works for a power cut; all three survive the death of the process. */
export type StorageDurability = 'full' | 'normal' | 'off';

const SCHEMA_VERSION = 1;
const SQLITE_BUSY = 5;

/** Bytes live in tables of their own so that listing and metadata never read them. */
const SCHEMA = `
  CREATE TABLE buckets (
    name TEXT PRIMARY KEY,
    metageneration INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    settings TEXT NOT NULL
  ) STRICT;
  CREATE TABLE objects (
    bucket TEXT NOT NULL REFERENCES buckets (name),
    name TEXT NOT NULL,
    generation INTEGER NOT NULL UNIQUE,
    metageneration INTEGER NOT NULL,
    size INTEGER NOT NULL,
    md5 TEXT NOT NULL,
    crc32c TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    PRIMARY KEY (bucket, name)
  ) STRICT;
  CREATE TABLE object_bytes (
    generation INTEGER PRIMARY KEY REFERENCES objects (generation) ON DELETE CASCADE,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE last_generation (value INTEGER NOT NULL) STRICT;
  INSERT INTO last_generation VALUES (0);
  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    bucket TEXT NOT NULL REFERENCES buckets (name) ON DELETE CASCADE,
    name TEXT NOT NULL,
    metadata TEXT NOT NULL,
    preconditions TEXT NOT NULL,
    expected_size INTEGER,
    created_ms INTEGER NOT NULL,
    result TEXT
  ) STRICT;
  CREATE TABLE upload_parts (
    upload TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    start INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (upload, start)
  ) STRICT;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Opens (and, when new, lays out) the database of the object store. The lock is exclusive: a second
 * server on the file is refused here, and not in the middle of a request.
 * @param file path of the SQLite file, or ':memory:'.
 * @throws ObjectStoreStartError `database-in-use` or `database-unusable`
 */
export function openObjectDatabase(file: string, durability: StorageDurability): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${durability};
      PRAGMA foreign_keys = ON;
    `);
    layOut(database, file);
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof ObjectStoreStartError) throw cause;
    if (isObject(cause) && cause['errcode'] === SQLITE_BUSY) {
      const message = `${file} is in use by another object store. Stop it or choose another file.`;
      throw new ObjectStoreStartError('database-in-use', message, cause);
    }
    const message = `Cannot open the object store's database ${file} (${String(cause)}). Check that its folder exists and is writable.`;
    throw new ObjectStoreStartError('database-unusable', message, cause);
  }
}

function layOut(database: DatabaseSync, file: string): void {
  const version = integer(database.prepare('PRAGMA user_version').get(), 'user_version');
  // The first write takes the exclusive lock, even when there is nothing to lay out.
  inTransaction(database, () => {
    if (version === 0) database.exec(SCHEMA);
    else database.exec(`PRAGMA user_version = ${version}`);
  });
  if (version === 0 || version === SCHEMA_VERSION) return;
  const message = `${file} has layout ${version}, this release reads ${SCHEMA_VERSION}. Use the release that wrote it, or another folder.`;
  throw new ObjectStoreStartError('database-unusable', message);
}

/** Runs `work` as one transaction: committed when it returns, undone when it throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** One row as node:sqlite gives it. */
export type Row = Record<string, SQLOutputValue>;

/** The text in a column. @throws TypeError when the row or the column is something else. */
export function text(row: Row | undefined, column: string): string {
  const value = row?.[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
  return value;
}

/** The number in a column. @throws TypeError when the row or the column is something else. */
export function integer(row: Row | undefined, column: string): number {
  const value = row?.[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} holds no number`);
  return value;
}

/** The bytes in a column. @throws TypeError when the row or the column is something else. */
export function bytes(row: Row | undefined, column: string): Uint8Array {
  const value = row?.[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`column ${column} holds no bytes`);
  return value;
}
