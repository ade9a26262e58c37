import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from './journal.ts';
import { openPubSubDatabase } from './pubsub-database.ts';
import { BacklogStore } from './backlog-store.ts';
import { readStoredState, settingOf } from './stored-state.ts';
import { aSubscription } from './subscription.builder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-journal-'));
  file = join(folder, 'pubsub.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const failOnError = (error: Error) => {
  throw error;
};
const message = {
  id: '1700000000000000',
  topic: 'projects/p/topics/t',
  data: Buffer.from([0, 255]),
  attributes: { 標題: '報告' },
  orderingKey: 'k',
  publishedAtMs: 1_700_000_000_000,
};
const topic = {
  name: message.topic,
  state: 'ACTIVE',
  labels: { team: 'a' },
  messageRetentionDuration: null,
};
const subscription = aSubscription({ filter: 'attributes:x', state: 'ACTIVE' });

/** As the releases before snapshots wrote it. */
const LAYOUT_1 = `
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

describe('Journal', () => {
  it('writes a turn of changes that the next start reads back', () => {
    const database = openPubSubDatabase(file, 'full');
    const journal = new Journal(database, failOnError);
    journal.putTopic(topic);
    journal.putSubscription(subscription);
    journal.addMessage(message);
    journal.addDelivery(subscription.name, message.id, 'k');
    journal.markFailed(subscription.name, message.id, 2);
    journal.markLeased(subscription.name, message.id);
    journal.flush();
    database.close();

    const reopened = openPubSubDatabase(file, 'full');
    const state = readStoredState(reopened);
    const store = new BacklogStore(reopened);
    expect(store.message(message.id)).toEqual(message);
    expect(store.find(subscription.name, message.id)).toEqual({
      id: message.id,
      bytes: 2,
      orderingKey: 'k',
      failures: 2,
    });
    reopened.close();
    expect(state.topics).toEqual([expect.objectContaining(topic)]);
    expect(state.subscriptions).toEqual([expect.objectContaining(subscription)]);
    expect(state.nextMessageId).toBe(Number(message.id) + 1);
  });

  it('lets nothing out before it is on disk', () => {
    const database = openPubSubDatabase(file, 'full');
    const journal = new Journal(database, failOnError);
    let seen: unknown;
    journal.putTopic(topic);
    journal.afterWrite(() => {
      seen = database.prepare('SELECT name FROM topics').get()?.['name'];
    });
    expect(seen).toBeUndefined();
    journal.flush();
    expect(seen).toBe(topic.name);
    database.close();
  });

  it('writes at the end of the turn by itself', async () => {
    const database = openPubSubDatabase(undefined, 'full');
    const journal = new Journal(database, failOnError);
    await new Promise<void>((resolve) => journal.afterWrite(resolve));
    expect(journal.failed).toBe(false);
    database.close();
  });

  it('changes many rows at once after what was recorded before', () => {
    const database = openPubSubDatabase(file, 'full');
    const journal = new Journal(database, failOnError);
    journal.putTopic(topic);
    const count = 'SELECT count(*) AS count FROM topics';
    expect(journal.transact((open) => open.prepare(count).get()?.['count'])).toBe(1);
    database.close();
  });

  it('stops for good when a bulk change fails', () => {
    const database = openPubSubDatabase(file, 'full');
    const failures: string[] = [];
    const journal = new Journal(database, (error) => failures.push(error.message));
    const failing = () => journal.transact((open) => open.exec('INSERT INTO missing VALUES (1)'));
    expect(failing).toThrow('Writing to the Pub/Sub database failed');
    expect(() => journal.transact(() => 'anything')).toThrow('no such table: missing');
    expect(failures).toHaveLength(1);
    database.close();
  });

  it('stops for good when a write fails: all or nothing on disk, nothing let out', () => {
    const database = openPubSubDatabase(file, 'full');
    const failures: string[] = [];
    const journal = new Journal(database, (error) => failures.push(error.message));
    const letOut: string[] = [];
    const lost: string[] = [];
    const wait = (name: string) =>
      journal.afterWrite(
        () => letOut.push(name),
        () => lost.push(name),
      );
    journal.putTopic(topic);
    journal.addMessage(message);
    journal.addMessage(message); // the same id again: the database refuses
    wait('first');
    journal.flush();
    wait('second');
    journal.flush();
    expect({ letOut, lost }).toEqual({ letOut: [], lost: ['first', 'second'] });
    expect(failures).toEqual([expect.stringContaining('Writing to the Pub/Sub database failed')]);
    expect(journal.failed).toBe(true);
    expect(readStoredState(database).topics).toEqual([]);
    database.close();
  });
});

describe('openPubSubDatabase', () => {
  it('goes on with a file of the first layout', () => {
    const old = new DatabaseSync(file);
    old.exec(LAYOUT_1);
    old.exec(`
      INSERT INTO messages VALUES (7, 't', x'00', '{}', 'k', 1000);
      INSERT INTO deliveries VALUES ('s', 7, 2, 1);
      INSERT INTO settings VALUES ('push-signing-key', 'kept');
      PRAGMA user_version = 1;
    `);
    old.close();
    const database = openPubSubDatabase(file, 'full');
    const queued = { id: '7', bytes: 1, orderingKey: 'k', failures: 2 };
    const store = new BacklogStore(database);
    expect(store.find('s', '7')).toEqual(queued);
    expect(store.firstOfKey('s', 'k', () => false)).toEqual(queued);
    expect(settingOf(database, 'push-signing-key', () => 'made again')).toBe('kept');
    expect(readStoredState(database).nextMessageId).toBe(8);
    database.close();
    openPubSubDatabase(file, 'full').close();
  });

  it('refuses a file of another layout and a file that is no database', () => {
    const other = new DatabaseSync(file);
    other.exec('PRAGMA user_version = 99');
    other.close();
    expect(() => openPubSubDatabase(file, 'full')).toThrow('has layout 99');
    expect(() => openPubSubDatabase(folder, 'full')).toThrow('Pub/Sub: cannot open the database');
  });

  it('keeps a setting that was made once', () => {
    const database = openPubSubDatabase(file, 'full');
    expect(settingOf(database, 'key', () => 'made')).toBe('made');
    expect(settingOf(database, 'key', () => 'made again')).toBe('made');
    database.close();
  });
});
