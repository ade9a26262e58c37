import type { DatabaseSync } from 'node:sqlite';
import { snapshotCodec, subscriptionCodec, topicCodec } from './protos.ts';
import { bytes, integer, text, type Row } from './row-values.ts';
import type { SnapshotConfig, SubscriptionConfig, TopicConfig } from './wire-types.ts';

/** What a server starts from, besides the messages: those are read when they are needed. */
export interface StoredState {
  readonly topics: readonly TopicConfig[];
  readonly subscriptions: readonly SubscriptionConfig[];
  readonly snapshots: readonly SnapshotConfig[];
  /** By subscription: how long it had been idle when the last server stopped or died. */
  readonly idleMs: ReadonlyMap<string, number>;
  /** Above every id that is in use. */
  readonly nextMessageId: number;
}

const NEXT_MESSAGE_ID = `SELECT max(
  (SELECT coalesce(max(id), 0) FROM messages) + 1,
  (SELECT coalesce(max(first_id), 0) FROM holds)
) AS next`;

/** Reads it. @throws Error naming the column that does not have the stored shape. */
export function readStoredState(database: DatabaseSync): StoredState {
  const rows = (sql: string): Row[] => database.prepare(sql).all();
  const configs = (table: string) =>
    rows(`SELECT config FROM ${table}`).map((row) => bytes(row, 'config'));
  return {
    topics: configs('topics').map((config) => topicCodec.decode(config)),
    subscriptions: configs('subscriptions').map((config) => subscriptionCodec.decode(config)),
    snapshots: configs('snapshots').map((config) => snapshotCodec.decode(config)),
    idleMs: new Map(
      rows('SELECT * FROM idle_times').map((row) => [
        text(row, 'subscription'),
        integer(row, 'idle_ms'),
      ]),
    ),
    nextMessageId: integer(rows(NEXT_MESSAGE_ID)[0] ?? {}, 'next'),
  };
}

/** The stored text under a name, or what `make` returns, stored for the next start. */
export function settingOf(database: DatabaseSync, name: string, make: () => string): string {
  const row = database.prepare('SELECT value FROM settings WHERE name = ?').get(name);
  if (row !== undefined) return text(row, 'value');
  const value = make();
  database.prepare('INSERT INTO settings VALUES (?, ?)').run(name, value);
  return value;
}
