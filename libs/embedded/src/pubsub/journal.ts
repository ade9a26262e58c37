import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { inTransaction } from '../sqlite-file.ts';
import type { StoredMessage } from './delivery.ts';
import { unavailable } from './grpc-errors.ts';
import { subscriptionCodec, topicCodec } from './protos.ts';
import { UNREFERENCED } from './unreferenced.ts';
import type { SubscriptionConfig, TopicConfig } from './wire-types.ts';

const SQL = {
  putTopic: 'INSERT OR REPLACE INTO topics VALUES (?, ?)',
  putSubscription: 'INSERT OR REPLACE INTO subscriptions VALUES (?, ?)',
  addMessage: 'INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)',
  releaseMessage: `DELETE FROM messages WHERE id = ? AND ${UNREFERENCED}`,
  addDelivery: 'INSERT INTO deliveries (subscription, message_id, ordering_key) VALUES (?, ?, ?)',
  deleteDelivery: 'DELETE FROM deliveries WHERE subscription = ? AND message_id = ?',
  retain: 'INSERT OR IGNORE INTO acknowledged VALUES (?, ?)',
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
 * Write-behind: the changes of one event-loop turn go to SQLite in one transaction. Every reply and
 * every delivery waits for that transaction, so nothing the outside has seen can be lost.
 *
 * When a write fails, memory and disk no longer agree. The journal then fails for good: nothing
 * that waits is let out, `onFailure` is told once, and a restart goes on from what is on disk.
 */
export class Journal {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #onFailure: (error: Error) => void;
  #changes: Change[] = [];
  #waiting: Waiting[] = [];
  #scheduled = false;
  #failure: Error | undefined;

  constructor(database: DatabaseSync, onFailure: (error: Error) => void) {
    this.#database = database;
    this.#onFailure = onFailure;
  }

  get failed(): boolean {
    return this.#failure !== undefined;
  }

  putTopic(topic: TopicConfig): void {
    this.#record(SQL.putTopic, topic.name, topicCodec.encode(topic));
  }

  putSubscription(subscription: SubscriptionConfig): void {
    this.#record(SQL.putSubscription, subscription.name, subscriptionCodec.encode(subscription));
  }

  addMessage(message: StoredMessage): void {
    const { id, topic, data, attributes, orderingKey, publishedAtMs } = message;
    const json = JSON.stringify(attributes);
    this.#record(SQL.addMessage, id, topic, data, json, orderingKey, publishedAtMs);
  }

  /** @param orderingKey empty unless the subscription delivers in order. */
  addDelivery(subscription: string, messageId: string, orderingKey: string): void {
    this.#record(SQL.addDelivery, subscription, messageId, orderingKey);
  }

  /** @param retain keeps the message for a later seek; else it goes when nobody else needs it. */
  finishDelivery(subscription: string, messageId: string, retain: boolean): void {
    this.#record(SQL.deleteDelivery, subscription, messageId);
    if (retain) this.#record(SQL.retain, subscription, messageId);
    else this.#record(SQL.releaseMessage, messageId);
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

  /**
   * Writes what was recorded, then changes the database at once: for bulk changes that are made in
   * SQL. Not from inside afterWrite, where others still wait for their turn.
   * @throws PubSubError UNAVAILABLE when the database cannot be written (any more).
   */
  transact<T>(work: (database: DatabaseSync) => T): T {
    this.flush();
    if (this.#failure !== undefined) throw unavailable(this.#failure.message);
    try {
      return inTransaction(this.#database, () => work(this.#database));
    } catch (cause) {
      const failure = writingFailed(cause);
      this.#fail(failure);
      throw unavailable(failure.message);
    }
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
    if (failure !== undefined) this.#fail(failure);
  }

  #fail(failure: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = failure;
    this.#onFailure(failure);
  }

  #record(sql: string, ...values: SQLInputValue[]): void {
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
    if (changes.length === 0) return undefined;
    try {
      inTransaction(this.#database, () => {
        for (const { statement, values } of changes) statement.run(...values);
      });
      return undefined;
    } catch (cause) {
      return writingFailed(cause);
    }
  }
}

function writingFailed(cause: unknown): Error {
  return new Error(`Writing to the Pub/Sub database failed: ${String(cause)}`, { cause });
}
