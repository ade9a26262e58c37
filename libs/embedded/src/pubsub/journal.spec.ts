import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from './journal.ts';
import { openPubSubDatabase } from './pubsub-database.ts';
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
  references: 1,
};
const topic = { name: message.topic, state: 'ACTIVE', labels: { team: 'a' } };
const subscription = aSubscription({ filter: 'attributes:x', state: 'ACTIVE' });

describe('Journal', () => {
  it('writes a turn of changes that the next start reads back', () => {
    const database = openPubSubDatabase(file, 'full');
    const journal = new Journal(database, failOnError);
    journal.putTopic(topic);
    journal.putSubscription(subscription);
    journal.addMessage(message);
    journal.addDelivery(subscription.name, message.id);
    journal.markFailed(subscription.name, message.id, 2);
    journal.markLeased(subscription.name, message.id);
    journal.flush();
    database.close();

    const reopened = openPubSubDatabase(file, 'full');
    const state = readStoredState(reopened);
    reopened.close();
    expect(state.topics).toEqual([expect.objectContaining(topic)]);
    expect(state.subscriptions).toEqual([expect.objectContaining(subscription)]);
    expect([...state.messages.values()]).toEqual([{ ...message, references: 0 }]);
    expect(state.deliveries).toEqual([
      { subscription: subscription.name, messageId: message.id, failures: 2, leased: true },
    ]);
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
    const journal = new Journal(undefined, failOnError);
    await new Promise<void>((resolve) => journal.afterWrite(resolve));
    expect(journal.failed).toBe(false);
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
