import { DatabaseSync } from 'node:sqlite';
import { PubSubStartError } from './start-error.ts';

/**
 * How hard SQLite works for what was confirmed. All three survive the death of the process
 * (kill -9); only `full` also survives a power cut, at the price of one disk flush per event-loop
 * turn that changed something. https://www.sqlite.org/pragma.html#pragma_synchronous
 */
export type PubSubDurability = 'full' | 'normal' | 'off';

const SCHEMA_VERSION = 1;
const SQLITE_BUSY = 5;

const SCHEMA = `
  CREATE TABLE topics (name TEXT PRIMARY KEY, config BLOB NOT NULL) STRICT;
  CREATE TABLE subscriptions (name TEXT PRIMARY KEY, config BLOB NOT NULL) STRICT;
  CREATE TABLE messages (
    id INTEGER PRIMARY KEY,
    topic TEXT NOT NULL,
    data BLOB NOT NULL,
    attributes TEXT NOT NULL,
    ordering_key TEXT NOT NULL,
    published_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE deliveries (
    subscription TEXT NOT NULL,
    message_id INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    leased INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (subscription, message_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Opens (and, when new, lays out) the server's database.
 * The lock is exclusive: two servers on one file would hand out the same messages.
 * @throws PubSubStartError `database-in-use` or `database-unusable`
 */
export function openPubSubDatabase(file: string, durability: PubSubDurability): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${durability};
    `);
    layOut(database, file);
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof PubSubStartError) throw cause;
    if (isBusy(cause)) {
      const message = `${file} is in use by another Pub/Sub server. Stop it or choose another file.`;
      throw new PubSubStartError('database-in-use', message, { cause });
    }
    const message = `Cannot open the Pub/Sub database ${file} (${String(cause)}). Check that its folder exists and is writable.`;
    throw new PubSubStartError('database-unusable', message, { cause });
  }
}

function layOut(database: DatabaseSync, file: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version === SCHEMA_VERSION) return;
  if (version !== 0) {
    const message = `${file} has layout ${version}; this server reads layout ${SCHEMA_VERSION}. Choose another file.`;
    throw new PubSubStartError('database-unusable', message);
  }
  database.exec(`BEGIN; ${SCHEMA} COMMIT;`);
}

function isBusy(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'errcode' in error &&
    error.errcode === SQLITE_BUSY
  );
}
