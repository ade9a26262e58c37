import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

const LAYOUT = 1;

/**
 * `accepted`: every request that LINE took, with what it cost; quota use and retry keys are read from
 * it, so that they cannot disagree with it. `entries`: what was said in the chats, one row per
 * message; `seen` is 0 when the receiver had blocked the bot.
 */
const TABLES = `
  CREATE TABLE accepted (
    seq INTEGER PRIMARY KEY,
    request_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    retry_key TEXT,
    cost INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    answer TEXT NOT NULL
  ) STRICT;
  CREATE INDEX accepted_by_retry_key ON accepted (retry_key, seq);
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    chat_id TEXT NOT NULL,
    request_id TEXT,
    kind TEXT NOT NULL,
    seen INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX entries_by_chat ON entries (chat_id, seq);
  CREATE TABLE reply_tokens (
    token TEXT PRIMARY KEY,
    chat_id TEXT NOT NULL,
    event_at_ms INTEGER NOT NULL,
    received_at_ms INTEGER NOT NULL,
    used INTEGER NOT NULL
  ) STRICT;
  PRAGMA user_version = ${LAYOUT};
`;

/** Made when they are missing, so that they need no layout of their own: files of older releases get them too. */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS accepted_by_request ON accepted (request_id);
  CREATE INDEX IF NOT EXISTS entries_by_request ON entries (request_id);
`;

/** A row as SQLite gives it. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/**
 * Opens (and, when new, lays out) the memory of the stand-in.
 * @param file path of the SQLite file, or ':memory:'.
 * @throws Error when the file was laid out by another release.
 */
export function openLineDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    // NORMAL survives the death of the process, which is what the simulator promises; a power cut
    // may cost the last messages.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const layout = numberIn(database.prepare('PRAGMA user_version').get(), 'user_version');
    if (layout === 0) inTransaction(database, () => database.exec(TABLES));
    else if (layout !== LAYOUT) {
      throw new Error(
        `${file} has layout ${layout}, this release reads ${LAYOUT}: delete the file (the simulator's chats) or use the release that wrote it.`,
      );
    }
    database.exec(INDEXES);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
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

/** An INTEGER column. @throws Error when the row or the column is missing. */
export function numberIn(row: Row | undefined, column: string): number {
  const value = row?.[column];
  if (typeof value === 'number') return value;
  throw new Error(`column ${column} holds no number`);
}

/** A TEXT column. @throws Error when the row or the column is missing. */
export function textIn(row: Row | undefined, column: string): string {
  const value = row?.[column];
  if (typeof value === 'string') return value;
  throw new Error(`column ${column} holds no text`);
}
