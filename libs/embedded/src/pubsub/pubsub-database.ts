import type { DatabaseSync } from 'node:sqlite';
import { openSqliteFile, type Durability } from '../sqlite-file.ts';

/**
 * What replaying needs: acknowledged messages that a subscription retains, the backlog that each
 * snapshot saw, and holds. A hold keeps every message of a topic from an id on, whoever has
 * acknowledged it: one per snapshot and one per topic with a retention of its own.
 */
const REPLAY_TABLES = `
  CREATE TABLE acknowledged (
    subscription TEXT NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (subscription, message_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE snapshots (name TEXT PRIMARY KEY, config BLOB NOT NULL) STRICT;
  CREATE TABLE snapshot_messages (
    snapshot TEXT NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (snapshot, message_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE holds (
    owner TEXT PRIMARY KEY,
    topic TEXT NOT NULL,
    first_id INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE idle_times (subscription TEXT PRIMARY KEY, idle_ms INTEGER NOT NULL) STRICT;
  CREATE INDEX messages_by_time ON messages (topic, published_at_ms);
  CREATE INDEX deliveries_by_message ON deliveries (message_id);
  CREATE INDEX deliveries_by_key ON deliveries (subscription, ordering_key, message_id)
    WHERE ordering_key <> '';
  CREATE INDEX acknowledged_by_message ON acknowledged (message_id);
  CREATE INDEX snapshots_by_message ON snapshot_messages (message_id);
  CREATE INDEX holds_by_topic ON holds (topic);
`;

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
    ordering_key TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (subscription, message_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  ${REPLAY_TABLES}
`;

/** Layout 1 had neither replay nor the ordering key beside the delivery. */
const UPGRADES = {
  1: `
    ALTER TABLE deliveries ADD COLUMN ordering_key TEXT NOT NULL DEFAULT '';
    UPDATE deliveries SET ordering_key =
      coalesce((SELECT ordering_key FROM messages WHERE id = message_id), '');
    ${REPLAY_TABLES}
  `,
};

/**
 * Opens the Pub/Sub server's database; it stays locked until closed.
 * @param file absent: a temporary file that SQLite removes when the process ends, so that a large
 * backlog does not fill the memory either. https://www.sqlite.org/inmemorydb.html#temp_db
 * @throws ServerStartError `database-in-use` or `database-unusable`
 */
export function openPubSubDatabase(file: string | undefined, durability: Durability): DatabaseSync {
  return openSqliteFile({
    file: file ?? '',
    what: 'Pub/Sub',
    durability,
    schema: SCHEMA,
    schemaVersion: 2,
    upgrades: UPGRADES,
  });
}
