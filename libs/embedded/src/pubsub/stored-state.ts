import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { StoredMessage } from './delivery.ts';
import { subscriptionCodec, topicCodec } from './protos.ts';
import type { SubscriptionConfig, TopicConfig } from './wire-types.ts';

/** One message waiting on one subscription, as it was when the last server stopped or died. */
export interface StoredDelivery {
  readonly subscription: string;
  readonly messageId: string;
  readonly failures: number;
  readonly leased: boolean;
}

/** Everything a server starts from; deliveries are in the order of publishing. */
export interface StoredState {
  readonly topics: readonly TopicConfig[];
  readonly subscriptions: readonly SubscriptionConfig[];
  readonly messages: ReadonlyMap<string, StoredMessage>;
  readonly deliveries: readonly StoredDelivery[];
}

type Row = Readonly<Record<string, SQLOutputValue>>;

/** Reads the whole database. @throws Error naming the column that does not have the stored shape. */
export function readStoredState(database: DatabaseSync): StoredState {
  const rows = (sql: string): Row[] => database.prepare(sql).all();
  const messages = rows('SELECT * FROM messages ORDER BY id').map(toMessage);
  return {
    topics: rows('SELECT config FROM topics').map((row) => topicCodec.decode(bytes(row, 'config'))),
    subscriptions: rows('SELECT config FROM subscriptions').map((row) =>
      subscriptionCodec.decode(bytes(row, 'config')),
    ),
    messages: new Map(messages.map((message) => [message.id, message])),
    deliveries: rows('SELECT * FROM deliveries ORDER BY message_id').map((row) => ({
      subscription: text(row, 'subscription'),
      messageId: String(integer(row, 'message_id')),
      failures: integer(row, 'failures'),
      leased: integer(row, 'leased') === 1,
    })),
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

function toMessage(row: Row): StoredMessage {
  return {
    id: String(integer(row, 'id')),
    topic: text(row, 'topic'),
    data: bytes(row, 'data'),
    attributes: toAttributes(JSON.parse(text(row, 'attributes'))),
    orderingKey: text(row, 'ordering_key'),
    publishedAtMs: integer(row, 'published_at_ms'),
    references: 0,
  };
}

function toAttributes(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) throw unreadable('attributes');
  const entries = Object.entries(value).map(([key, item]: [string, unknown]): [string, string] => {
    if (typeof item !== 'string') throw unreadable('attributes');
    return [key, item];
  });
  return Object.fromEntries(entries);
}

function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw unreadable(column);
  return value;
}

function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw unreadable(column);
  return value;
}

function bytes(row: Row, column: string): Buffer {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw unreadable(column);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

function unreadable(column: string): Error {
  return new Error(
    `The Pub/Sub database holds an unreadable ${column}; restore or remove the file.`,
  );
}
