import type { DatabaseSync } from 'node:sqlite';
import { openSqliteFile, type Durability } from '../sqlite-file.ts';

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
`;

/**
 * Opens the Pub/Sub server's database; it stays locked until closed.
 * @throws ServerStartError `database-in-use` or `database-unusable`
 */
export function openPubSubDatabase(file: string, durability: Durability): DatabaseSync {
  return openSqliteFile({ file, what: 'Pub/Sub', durability, schema: SCHEMA, schemaVersion: 1 });
}
