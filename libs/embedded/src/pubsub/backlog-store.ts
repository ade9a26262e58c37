import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { QueuedMessage, StoredMessage } from './delivery.ts';
import { attributes, bytes, integer, text, type Row } from './row-values.ts';

const queuedFrom = (deliveries: string) => `
  SELECT message_id, length(data) AS bytes, messages.ordering_key AS key, failures
  FROM ${deliveries} JOIN messages ON messages.id = message_id
  WHERE subscription = ?`;
const QUEUED = queuedFrom('deliveries');

/**
 * What waits on disk, read piece by piece. It shows what the journal has written: changes of the
 * running turn are not in it yet.
 */
export class BacklogStore {
  readonly #message: StatementSync;
  readonly #page: StatementSync;
  readonly #ofKey: StatementSync;
  readonly #one: StatementSync;
  readonly #spent: StatementSync;
  readonly #count: StatementSync;
  readonly #oldest: StatementSync;
  readonly #oldestAcknowledged: StatementSync;
  readonly #oldestOfTopic: StatementSync;

  constructor(database: DatabaseSync) {
    this.#message = database.prepare('SELECT * FROM messages WHERE id = ?');
    this.#page = database.prepare(`${QUEUED} AND message_id > ? ORDER BY message_id LIMIT ?`);
    // Left to itself SQLite walks the whole subscription in search of the key.
    this.#ofKey = database.prepare(
      `${queuedFrom('deliveries INDEXED BY deliveries_by_key')} AND deliveries.ordering_key = ? AND deliveries.ordering_key <> ''
       ORDER BY message_id`,
    );
    this.#one = database.prepare(`${QUEUED} AND message_id = ?`);
    this.#spent = database.prepare(
      `${QUEUED} AND failures >= ? AND message_id > ? ORDER BY message_id LIMIT ?`,
    );
    this.#count = database.prepare(
      'SELECT count(*) AS count FROM deliveries WHERE subscription = ?',
    );
    const oldestOf = (table: string) =>
      database.prepare(
        `SELECT published_at_ms FROM ${table} JOIN messages ON messages.id = message_id
         WHERE subscription = ? ORDER BY message_id LIMIT 1`,
      );
    this.#oldest = oldestOf('deliveries');
    this.#oldestAcknowledged = oldestOf('acknowledged');
    this.#oldestOfTopic = database.prepare(
      'SELECT published_at_ms FROM messages WHERE topic = ? ORDER BY published_at_ms LIMIT 1',
    );
  }

  /** The whole message, or undefined when it is gone. */
  message(id: string): StoredMessage | undefined {
    const row = this.#message.get(id);
    if (row === undefined) return undefined;
    return {
      id: String(integer(row, 'id')),
      topic: text(row, 'topic'),
      data: bytes(row, 'data'),
      attributes: attributes(row),
      orderingKey: text(row, 'ordering_key'),
      publishedAtMs: integer(row, 'published_at_ms'),
    };
  }

  /** The next of a subscription in the order of publishing, at most `limit`. */
  page(subscription: string, afterId: number, limit: number): readonly QueuedMessage[] {
    return this.#page.all(subscription, afterId, limit).map(toQueued);
  }

  /** The first of an ordering key that `isFinished` does not rule out. */
  firstOfKey(
    subscription: string,
    key: string,
    isFinished: (id: string) => boolean,
  ): QueuedMessage | undefined {
    for (const row of this.#ofKey.iterate(subscription, key)) {
      const queued = toQueued(row);
      if (!isFinished(queued.id)) return queued;
    }
    return undefined;
  }

  /** One message, if it waits on the subscription. */
  find(subscription: string, id: string): QueuedMessage | undefined {
    const row = this.#one.get(subscription, id);
    return row === undefined ? undefined : toQueued(row);
  }

  /** Those with at least so many failed attempts, page by page like `page`. */
  spent(
    subscription: string,
    { failures, afterId, limit }: { failures: number; afterId: number; limit: number },
  ): readonly QueuedMessage[] {
    return this.#spent.all(subscription, failures, afterId, limit).map(toQueued);
  }

  count(subscription: string): number {
    return integer(this.#count.get(subscription) ?? {}, 'count');
  }

  /** When the one that waits longest was published, in ms since the epoch. */
  oldestPublishedAtMs(subscription: string): number | undefined {
    return publishedAt(this.#oldest.get(subscription));
  }

  /** When the oldest that the subscription retains though it is acknowledged was published. */
  oldestAcknowledgedMs(subscription: string): number | undefined {
    return publishedAt(this.#oldestAcknowledged.get(subscription));
  }

  /** When the oldest message of a topic that anybody keeps was published. */
  oldestOfTopicMs(topic: string): number | undefined {
    return publishedAt(this.#oldestOfTopic.get(topic));
  }
}

function publishedAt(row: Row | undefined): number | undefined {
  return row === undefined ? undefined : integer(row, 'published_at_ms');
}

function toQueued(row: Row): QueuedMessage {
  return {
    id: String(integer(row, 'message_id')),
    bytes: integer(row, 'bytes'),
    orderingKey: text(row, 'key'),
    failures: integer(row, 'failures'),
  };
}
