import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { inTransaction } from '../sqlite-file.ts';
import type { StoredMessage } from './delivery.ts';
import { subscriptionCodec, topicCodec } from './protos.ts';
import type { SubscriptionConfig, TopicConfig } from './wire-types.ts';

const SQL = {
  putTopic: 'INSERT OR REPLACE INTO topics VALUES (?, ?)',
  deleteTopic: 'DELETE FROM topics WHERE name = ?',
  putSubscription: 'INSERT OR REPLACE INTO subscriptions VALUES (?, ?)',
  deleteSubscription: 'DELETE FROM subscriptions WHERE name = ?',
  deleteDeliveries: 'DELETE FROM deliveries WHERE subscription = ?',
  addMessage: 'INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)',
  deleteMessage: 'DELETE FROM messages WHERE id = ?',
  addDelivery: 'INSERT INTO deliveries (subscription, message_id) VALUES (?, ?)',
  deleteDelivery: 'DELETE FROM deliveries WHERE subscription = ? AND message_id = ?',
  markLeased: 'UPDATE deliveries SET leased = 1 WHERE subscription = ? AND message_id = ?',
  markFailed:
    'UPDATE deliveries SET leased = 0, failures = ? WHERE subscription = ? AND message_id = ?',
};

interface Change {
  readonly statement: StatementSync;
  readonly values: readonly SQLInputValue[];
}

interface Waiting {
  readonly written: () => void;
  readonly lost: ((error: Error) => void) | undefined;
}

/**
 * Write-behind: the memory is the truth while the server runs, and all changes of one event-loop
 * turn go to SQLite in one transaction. Every reply and every delivery waits for that transaction,
 * so nothing the outside has seen can be lost. Without a database it only keeps that order.
 *
 * When a write fails, memory and disk no longer agree. The journal then fails for good: nothing
 * that waits is let out, `onFailure` is told once, and a restart goes on from what is on disk.
 */
export class Journal {
  readonly #database: DatabaseSync | undefined;
  readonly #statements = new Map<string, StatementSync>();
  readonly #onFailure: (error: Error) => void;
  #changes: Change[] = [];
  #waiting: Waiting[] = [];
  #scheduled = false;
  #failure: Error | undefined;

  constructor(database: DatabaseSync | undefined, onFailure: (error: Error) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
  }

  get failed(): boolean {
    return this.#failure !== undefined;
  }

  putTopic(topic: TopicConfig): void {
    this.#record(SQL.putTopic, topic.name, topicCodec.encode(topic));
  }

  deleteTopic(name: string): void {
    this.#record(SQL.deleteTopic, name);
  }

  putSubscription(subscription: SubscriptionConfig): void {
    this.#record(SQL.putSubscription, subscription.name, subscriptionCodec.encode(subscription));
  }

  /** Deletes its deliveries too; messages nobody else needs are deleted by their own record. */
  deleteSubscription(name: string): void {
    this.#record(SQL.deleteSubscription, name);
    this.deleteDeliveries(name);
  }

  deleteDeliveries(subscription: string): void {
    this.#record(SQL.deleteDeliveries, subscription);
  }

  addMessage(message: StoredMessage): void {
    const { id, topic, data, attributes, orderingKey, publishedAtMs } = message;
    const json = JSON.stringify(attributes);
    this.#record(SQL.addMessage, id, topic, data, json, orderingKey, publishedAtMs);
  }

  deleteMessage(id: string): void {
    this.#record(SQL.deleteMessage, id);
  }

  addDelivery(subscription: string, messageId: string): void {
    this.#record(SQL.addDelivery, subscription, messageId);
  }

  deleteDelivery(subscription: string, messageId: string): void {
    this.#record(SQL.deleteDelivery, subscription, messageId);
  }

  /** A lease still marked when the server starts counts as a failed attempt: see restoreBroker. */
  markLeased(subscription: string, messageId: string): void {
    this.#record(SQL.markLeased, subscription, messageId);
  }

  markFailed(subscription: string, messageId: string, failures: number): void {
    this.#record(SQL.markFailed, failures, subscription, messageId);
  }

  /** Calls `written` when everything recorded so far is on disk, or `lost` when it never will be. */
  afterWrite(written: () => void, lost?: (error: Error) => void): void {
    this.#waiting.push({ written, lost });
    this.#schedule();
  }

  /** Writes now instead of at the end of the turn. */
  flush(): void {
    this.#scheduled = false;
    const changes = this.#changes;
    const waiting = this.#waiting;
    this.#changes = [];
    this.#waiting = [];
    const failure = this.#failure ?? this.#commit(changes);
    for (const { written, lost } of waiting) {
      if (failure === undefined) written();
      else lost?.(failure);
    }
    if (failure !== undefined && this.#failure === undefined) {
      this.#failure = failure;
      this.#onFailure(failure);
    }
  }

  #record(sql: string, ...values: SQLInputValue[]): void {
    if (this.#database === undefined) return;
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    this.#changes.push({ statement, values });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.flush());
  }

  #commit(changes: readonly Change[]): Error | undefined {
    if (this.#database === undefined || changes.length === 0) return undefined;
    try {
      inTransaction(this.#database, () => {
        for (const { statement, values } of changes) statement.run(...values);
      });
      return undefined;
    } catch (cause) {
      return new Error(`Writing to the Pub/Sub database failed: ${String(cause)}`, { cause });
    }
  }
}
