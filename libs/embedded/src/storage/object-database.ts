import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { openSqliteFile, type Durability } from '../sqlite-file.ts';

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
`;

/**
 * Opens the database of the object store; it stays locked until closed.
 * @param file path of the SQLite file, or ':memory:'.
 * @throws ServerStartError `database-in-use` or `database-unusable`
 */
export function openObjectDatabase(file: string, durability: Durability): DatabaseSync {
  return openSqliteFile({
    file,
    what: 'Object store',
    durability,
    schema: SCHEMA,
    schemaVersion: 1,
  });
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
