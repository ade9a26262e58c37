import type { DatabaseSync } from 'node:sqlite';
import type { Filter } from './filter.ts';
import type { Journal } from './journal.ts';
import { snapshotCodec } from './protos.ts';
import { dropReferences } from './retention-store.ts';
import { attributes, integer, text } from './row-values.ts';
import { UNREFERENCED } from './unreferenced.ts';
import type { SnapshotConfig } from './wire-types.ts';

const PUBLISHED_AT = '(SELECT published_at_ms FROM messages WHERE id = message_id)';
const CHUNK = 1000;

/** The subscription to seek, as the database needs it. */
export interface SeekTarget {
  readonly subscription: string;
  readonly wants: Filter;
  readonly ordered: boolean;
  /** Whether what a seek acknowledges can be sought back. */
  readonly retains: boolean;
}

/** The snapshots on disk, and seeking: both change the state of a whole backlog in one transaction. */
export class ReplayStore {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Keeps the subscription's backlog of this moment, and all of the topic from `firstId` on. */
  createSnapshot(snapshot: SnapshotConfig, subscription: string, firstId: number): void {
    this.#journal.transact((database) => {
      put(database, snapshot);
      database
        .prepare(
          'INSERT INTO snapshot_messages SELECT ?, message_id FROM deliveries WHERE subscription = ?',
        )
        .run(snapshot.name, subscription);
      database
        .prepare('INSERT INTO holds VALUES (?, ?, ?)')
        .run(snapshot.name, snapshot.topic, firstId);
    });
  }

  saveSnapshot(snapshot: SnapshotConfig): void {
    this.#journal.transact((database) => put(database, snapshot));
  }

  deleteSnapshot({ name, topic }: SnapshotConfig): void {
    this.#journal.transact((database) => {
      database.prepare('DELETE FROM snapshots WHERE name = ?').run(name);
      database.prepare('DELETE FROM holds WHERE owner = ?').run(name);
      dropReferences(database, 'snapshot_messages', 'snapshot = ?', name);
      database.prepare(`DELETE FROM messages WHERE topic = ? AND ${UNREFERENCED}`).run(topic);
    });
  }

  /**
   * What was published before `timeMs` is acknowledged; what is retained from then on waits again.
   * @param topic and since when it keeps its messages by itself, if it does.
   */
  seekToTime(
    target: SeekTarget,
    timeMs: number,
    topic: { readonly name: string; readonly sinceMs: number } | undefined,
  ): void {
    const { subscription } = target;
    this.#journal.transact((database) => {
      acknowledge(database, target, `${PUBLISHED_AT} < ?`, timeMs);
      const retained = 'SELECT message_id FROM acknowledged WHERE subscription = ?';
      const since = `published_at_ms >= ?`;
      revive(database, target, `id IN (${retained}) AND ${since}`, subscription, timeMs);
      if (topic === undefined) return;
      const fromMs = Math.max(timeMs, topic.sinceMs);
      revive(database, target, `topic = ? AND ${since}`, topic.name, fromMs);
    });
  }

  /** Exactly what the snapshot keeps waits, as far as the subscription's filter selects it. */
  seekToSnapshot(target: SeekTarget, { name, topic }: SnapshotConfig): void {
    this.#journal.transact((database) => {
      const hold = database.prepare('SELECT first_id FROM holds WHERE owner = ?').get(name);
      const firstId = integer(hold ?? {}, 'first_id');
      const seen = 'SELECT message_id FROM snapshot_messages WHERE snapshot = ?';
      acknowledge(
        database,
        target,
        `message_id < ? AND message_id NOT IN (${seen})`,
        firstId,
        name,
      );
      revive(database, target, `(topic = ? AND id >= ?) OR id IN (${seen})`, topic, firstId, name);
    });
  }
}

function put(database: DatabaseSync, snapshot: SnapshotConfig): void {
  database
    .prepare('INSERT OR REPLACE INTO snapshots VALUES (?, ?)')
    .run(snapshot.name, snapshotCodec.encode(snapshot));
}

function acknowledge(
  database: DatabaseSync,
  { subscription, retains }: SeekTarget,
  condition: string,
  ...values: (string | number)[]
): void {
  const whole = `subscription = ? AND ${condition}`;
  if (retains) {
    database
      .prepare(
        `INSERT OR IGNORE INTO acknowledged
         SELECT subscription, message_id FROM deliveries WHERE ${whole}`,
      )
      .run(subscription, ...values);
  }
  dropReferences(database, 'deliveries', whole, subscription, ...values);
}

/** Lets messages wait (again), from the oldest on and in pieces: there may be very many. */
function revive(
  database: DatabaseSync,
  { subscription, wants, ordered }: SeekTarget,
  condition: string,
  ...values: (string | number)[]
): void {
  const candidates = database.prepare(
    `SELECT id, attributes, ordering_key FROM messages
     WHERE (${condition}) AND id > ? AND NOT EXISTS (
       SELECT 1 FROM deliveries WHERE subscription = ? AND message_id = messages.id
     ) ORDER BY id LIMIT ?`,
  );
  const add = database.prepare(
    'INSERT INTO deliveries (subscription, message_id, ordering_key) VALUES (?, ?, ?)',
  );
  for (let afterId = 0; ;) {
    const rows = candidates.all(...values, afterId, subscription, CHUNK);
    for (const row of rows) {
      afterId = integer(row, 'id');
      if (!wants(attributes(row))) continue;
      add.run(subscription, afterId, ordered ? text(row, 'ordering_key') : '');
    }
    if (rows.length < CHUNK) break;
  }
  database
    .prepare(
      `DELETE FROM acknowledged WHERE subscription = ?1 AND EXISTS (
         SELECT 1 FROM deliveries WHERE subscription = ?1 AND message_id = acknowledged.message_id
       )`,
    )
    .run(subscription);
}
