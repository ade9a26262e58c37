import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { message, pullExactly, takeExactly } from './pulling.ts';
import { cleanUp, rawClientsOf, startPubSubUnderTest, until } from './pubsub-under-test.ts';
import { MINUTE_MS, SkewedTime } from './skewed-time.fake.ts';

// Only the embedded server can be asked: the shortest retention is 10 minutes, so time is put forward.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dossier-retention-'));
});
afterAll(async () => {
  await cleanUp();
  await rm(folder, { recursive: true });
});

const topic = 'projects/conformance/topics/retention';
const subscription = 'projects/conformance/subscriptions/retention';
const tenMinutes = { messageRetentionDuration: { seconds: 600 } };

async function setUp(options: { topic?: object; subscription?: object }, file?: string) {
  const time = new SkewedTime();
  const place = file === undefined ? {} : { database: join(folder, file) };
  const pubsub = await startPubSubUnderTest({ time, ...place });
  const raw = rawClientsOf(pubsub.server);
  await raw.publisher.createTopic({ name: topic, ...options.topic });
  await raw.subscriber.createSubscription({ name: subscription, topic, ...options.subscription });
  return {
    ...raw,
    time,
    close: () => pubsub.close(),
    backlog: () => pubsub.server.stats()[subscription]?.backlog,
    publish: (text: string) => raw.publisher.publish({ topic, messages: [message(text)] }),
    take: (...texts: string[]) => takeExactly(raw.subscriber, subscription, texts),
    seekToStart: () => raw.subscriber.seek({ subscription, time: { seconds: 1 } }),
  };
}

/** How many messages a closed server has left in its file. */
function storedMessages(file: string): unknown {
  const database = new DatabaseSync(join(folder, file));
  const row = database.prepare('SELECT count(*) AS count FROM messages').get();
  database.close();
  return row?.['count'];
}

describe('retention', () => {
  it('drops what has waited too long, leased or not, and keeps what is younger', async () => {
    const { subscriber, time, backlog, publish, take } = await setUp({ subscription: tenMinutes });
    await publish('leased');
    await pullExactly(subscriber, subscription, ['leased']);
    await publish('waiting');
    time.skip(5 * MINUTE_MS);
    await publish('younger');
    time.skip(6 * MINUTE_MS);
    await until('the old ones are dropped', () => backlog() === 1);
    await take('younger');
  });

  it('lets the next of an ordering key go when the one before it is dropped', async () => {
    const options = { ...tenMinutes, enableMessageOrdering: true, ackDeadlineSeconds: 600 };
    const { publisher, subscriber, time, take } = await setUp({ subscription: options });
    const publish = (text: string) =>
      publisher.publish({ topic, messages: [message(text, {}, 'key')] });
    await publish('first');
    time.skip(5 * MINUTE_MS);
    await publish('second');
    await pullExactly(subscriber, subscription, ['first']);
    time.skip(6 * MINUTE_MS);
    await take('second');
  });

  it('forgets acknowledged messages when their time is over, on disk too', async () => {
    const options = { ...tenMinutes, retainAckedMessages: true };
    const file = 'acknowledged.sqlite';
    const { time, publish, take, seekToStart, close } = await setUp(
      { subscription: options },
      file,
    );
    await publish('old');
    time.skip(6 * MINUTE_MS);
    await publish('younger');
    await take('old', 'younger');
    time.skip(6 * MINUTE_MS);
    await seekToStart();
    await take('younger');
    time.skip(11 * MINUTE_MS);
    await seekToStart();
    await take();
    await close();
    expect(storedMessages(file)).toBe(0);
  });

  it('of a topic keeps messages for a subscription with a shorter one, then forgets them', async () => {
    const file = 'topic.sqlite';
    const hour = { messageRetentionDuration: { seconds: 3600 } };
    const options = { topic: hour, subscription: tenMinutes };
    const { time, publish, take, seekToStart, close } = await setUp(options, file);
    await publish('a');
    time.skip(30 * MINUTE_MS);
    await take('a');
    await seekToStart();
    await take('a');
    time.skip(31 * MINUTE_MS);
    await seekToStart();
    await take();
    await close();
    expect(storedMessages(file)).toBe(0);
  });

  it('leaves nothing on disk of what everybody has acknowledged or deleted', async () => {
    const file = 'deleted.sqlite';
    const { publish, take, close, subscriber } = await setUp({}, file);
    const other = `${subscription}-other`;
    await subscriber.createSubscription({ name: other, topic });
    await publish('a');
    await take('a');
    const snapshot = 'projects/conformance/snapshots/other';
    await subscriber.createSnapshot({ name: snapshot, subscription: other });
    await subscriber.deleteSubscription({ subscription: other });
    await subscriber.deleteSnapshot({ snapshot });
    await close();
    expect(storedMessages(file)).toBe(0);
    expect((await stat(join(folder, file))).size).toBeGreaterThan(0);
  });
});
