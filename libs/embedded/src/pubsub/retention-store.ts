import type { DatabaseSync } from 'node:sqlite';
import type { Journal } from './journal.ts';
import { UNREFERENCED } from './unreferenced.ts';

/** A table whose rows keep messages alive. */
type ReferringTable = 'deliveries' | 'acknowledged' | 'snapshot_messages';

/**
 * The rows of subscription ?1 before the first that was published at ?2 or later: ids grow with the
 * publish time, so this costs what it finds and not the whole backlog.
 */
const publishedBefore = (table: ReferringTable) => `
  subscription = ?1 AND message_id < coalesce(
    (SELECT message_id FROM ${table} JOIN messages ON messages.id = message_id
     WHERE subscription = ?1 AND published_at_ms >= ?2 ORDER BY message_id LIMIT 1),
    ${Number.MAX_SAFE_INTEGER}
  )`;

/**
 * Deletes rows that keep messages alive, and the messages nobody needs any more. Inside a
 * transaction. @returns how many rows.
 */
export function dropReferences(
  database: DatabaseSync,
  table: ReferringTable,
  condition: string,
  ...values: (string | number)[]
): number {
  database.exec('CREATE TEMP TABLE IF NOT EXISTS dropped (message_id INTEGER PRIMARY KEY)');
  database.exec('DELETE FROM dropped');
  const from = `FROM ${table} WHERE ${condition}`;
  database.prepare(`INSERT OR IGNORE INTO dropped SELECT message_id ${from}`).run(...values);
  const { changes } = database.prepare(`DELETE ${from}`).run(...values);
  database.exec(
    `DELETE FROM messages WHERE id IN (SELECT message_id FROM dropped) AND ${UNREFERENCED}`,
  );
  return Number(changes);
}

/** Changes of many rows at once: what ages out, and what goes with a subscription or a topic. */
export class RetentionStore {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Drops the backlog and the retained messages of a subscription, not the subscription. */
  emptySubscription(name: string): void {
    this.#journal.transact((database) => empty(database, name));
  }

  deleteSubscription(name: string): void {
    this.#journal.transact((database) => {
      empty(database, name);
      database.prepare('DELETE FROM subscriptions WHERE name = ?').run(name);
      database.prepare('DELETE FROM idle_times WHERE subscription = ?').run(name);
    });
  }

  /** Drops what waits and was published before; how much that was. */
  dropWaiting(subscription: string, beforeMs: number): number {
    const condition = publishedBefore('deliveries');
    return this.#journal.transact((database) =>
      dropReferences(database, 'deliveries', condition, subscription, beforeMs),
    );
  }

  /** Forgets acknowledged messages that were published before; `Infinity`: all of them. */
  dropAcknowledged(subscription: string, beforeMs: number): void {
    const condition = publishedBefore('acknowledged');
    this.#journal.transact((database) =>
      dropReferences(database, 'acknowledged', condition, subscription, beforeMs),
    );
  }

  /** From now on the topic keeps its messages until dropTopicMessages. */
  holdTopic(topic: string): void {
    this.#journal.transact((database) =>
      database.prepare('INSERT OR IGNORE INTO holds VALUES (?, ?, 0)').run(topic, topic),
    );
  }

  /** The topic itself keeps nothing; subscriptions and snapshots still do. */
  releaseTopic(topic: string): void {
    this.#journal.transact((database) => {
      database.prepare('DELETE FROM holds WHERE owner = ?').run(topic);
      release(database, topic);
    });
  }

  /** The topic keeps nothing that was published before. */
  dropTopicMessages(topic: string, beforeMs: number): void {
    this.#journal.transact((database) => {
      database
        .prepare(
          `UPDATE holds SET first_id = coalesce(
             (SELECT min(id) FROM messages WHERE topic = ?1 AND published_at_ms >= ?2),
             (SELECT max(id) + 1 FROM messages),
             first_id
           ) WHERE owner = ?1`,
        )
        .run(topic, beforeMs);
      database
        .prepare(`DELETE FROM messages WHERE topic = ? AND published_at_ms < ? AND ${UNREFERENCED}`)
        .run(topic, beforeMs);
    });
  }

  /** The topic is gone: whatever kept its messages for others than its subscriptions ends. */
  deleteTopic(topic: string): void {
    this.#journal.transact((database) => {
      database.prepare('DELETE FROM topics WHERE name = ?').run(topic);
      database.prepare('DELETE FROM holds WHERE topic = ?').run(topic);
      release(database, topic);
    });
  }

  /** How long each subscription has been idle, for the next start. */
  saveIdleTimes(idleTimes: ReadonlyMap<string, number>): void {
    this.#journal.transact((database) => {
      const put = database.prepare('INSERT OR REPLACE INTO idle_times VALUES (?, ?)');
      for (const [subscription, idleMs] of idleTimes) put.run(subscription, Math.round(idleMs));
    });
  }
}

function empty(database: DatabaseSync, subscription: string): void {
  dropReferences(database, 'deliveries', 'subscription = ?', subscription);
  dropReferences(database, 'acknowledged', 'subscription = ?', subscription);
}

function release(database: DatabaseSync, topic: string): void {
  database.prepare(`DELETE FROM messages WHERE topic = ? AND ${UNREFERENCED}`).run(topic);
}
