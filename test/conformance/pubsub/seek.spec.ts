import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { protos } from '@google-cloud/pubsub';
import { message, pullExactly, takeExactly } from './pulling.ts';
import {
  cleanUp,
  rawClientsOf,
  startPubSubUnderTest,
  working,
  type PubSubUnderTest,
} from './pubsub-under-test.ts';

type SubscriptionRequest = protos.google.pubsub.v1.ISubscription;
type TopicRequest = protos.google.pubsub.v1.ITopic;

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;
const once = { timeout: 8000, retry: null };
const HOUR = 3600;

let pubsub: PubSubUnderTest;
let clients: ReturnType<typeof rawClientsOf>;
beforeAll(async () => {
  pubsub = await startPubSubUnderTest();
  clients = rawClientsOf(pubsub.server);
});
afterAll(cleanUp);

const nameOf = (kind: string) => `projects/conformance/${kind}/seek-${randomUUID()}`;
const timestamp = (ms: number) => ({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1e6 });
const inSeconds = (seconds: number) => timestamp(Date.now() + seconds * 1000);

async function newTopic(changes: TopicRequest = {}): Promise<string> {
  const name = nameOf('topics');
  await clients.publisher.createTopic({ name, ...changes });
  return name;
}

async function subscribe(topic: string, changes: SubscriptionRequest = {}): Promise<string> {
  const name = nameOf('subscriptions');
  await clients.subscriber.createSubscription({ name, topic, ...changes });
  return name;
}

const publish = (topic: string, ...texts: string[]) =>
  clients.publisher.publish({ topic, messages: texts.map((text) => message(text)) });
const seek = (subscription: string, target: { time?: object; snapshot?: string }) =>
  clients.subscriber.seek({ subscription, ...target }, once);
const take = (subscription: string, ...texts: string[]) =>
  takeExactly(clients.subscriber, subscription, texts);

describe('seek to a time', () => {
  it('in the past brings back what was acknowledged, when that is retained', async () => {
    const topic = await newTopic();
    const keeps = await subscribe(topic, { retainAckedMessages: true });
    const drops = await subscribe(topic);
    await publish(topic, 'a', 'b');
    await take(keeps, 'a', 'b');
    await take(drops, 'a', 'b');
    for (const subscription of [keeps, drops]) await seek(subscription, { time: inSeconds(-HOUR) });
    await take(drops);
    await take(keeps, 'a', 'b');
    await take(keeps);
  });

  it('divides: earlier messages are acknowledged, later ones wait, whatever they were', async () => {
    const topic = await newTopic();
    const subscription = await subscribe(topic, { retainAckedMessages: true });
    await publish(topic, 'early', 'early too');
    await working(50);
    const between = Date.now();
    await working(50);
    await publish(topic, 'late', 'late too');
    const pulled = await pullExactly(clients.subscriber, subscription, [
      'early',
      'early too',
      'late',
      'late too',
    ]);
    const ackIds = ['early', 'late'].map((text) => pulled.get(text) ?? '');
    await clients.subscriber.acknowledge({ subscription, ackIds });
    const nack = { subscription, ackIds: [pulled.get('late too') ?? ''], ackDeadlineSeconds: 0 };
    await clients.subscriber.modifyAckDeadline(nack);
    await seek(subscription, { time: timestamp(between) });
    await take(subscription, 'late', 'late too');
    await seek(subscription, { time: inSeconds(-HOUR) });
    await take(subscription, 'early', 'early too', 'late', 'late too');
  });

  it('in the future purges what is there, leased or not, and nothing that comes later', async () => {
    const topic = await newTopic();
    const subscription = await subscribe(topic, { ackDeadlineSeconds: 10 });
    await publish(topic, 'leased');
    await pullExactly(clients.subscriber, subscription, ['leased']);
    await publish(topic, 'waiting');
    await seek(subscription, { time: inSeconds(HOUR) });
    await publish(topic, 'later');
    await take(subscription, 'later');
  });

  it('works by the friendly client, too', async () => {
    const [topic] = await pubsub.client.createTopic(`seek-${randomUUID()}`);
    const [subscription] = await topic.createSubscription(`seek-${randomUUID()}`, {
      retainAckedMessages: true,
    });
    await topic.publishMessage({ data: Buffer.from('a') });
    await take(subscription.name, 'a');
    await subscription.seek(new Date(Date.now() - 60_000));
    await take(subscription.name, 'a');
  });

  it('finds nothing any more once retaining was switched off', async () => {
    const topic = await newTopic();
    const name = await subscribe(topic, { retainAckedMessages: true });
    await publish(topic, 'a');
    await take(name, 'a');
    const updateMask = { paths: ['retain_acked_messages'] };
    for (const retainAckedMessages of [false, true]) {
      const subscription = { name, retainAckedMessages };
      await clients.subscriber.updateSubscription({ subscription, updateMask });
    }
    await seek(name, { time: inSeconds(-HOUR) });
    await take(name);
  });

  it('keeps the order of a key', async () => {
    const topic = await newTopic();
    const options = { retainAckedMessages: true, enableMessageOrdering: true };
    const subscription = await subscribe(topic, options);
    const texts = ['1', '2', '3'];
    const messages = texts.map((text) => message(text, {}, 'key'));
    await clients.publisher.publish({ topic, messages });
    for (const text of texts) await take(subscription, text);
    await seek(subscription, { time: inSeconds(-HOUR) });
    for (const text of texts) await take(subscription, text);
  });
});

describe('the retention of a topic', () => {
  const retention = { messageRetentionDuration: { seconds: HOUR } };

  it('serves every subscription, also messages from before it was created', async () => {
    const topic = await newTopic(retention);
    await publish(topic, 'before anybody subscribed');
    const subscription = await subscribe(topic);
    await publish(topic, 'after');
    await take(subscription, 'after');
    await seek(subscription, { time: inSeconds(-HOUR) });
    await take(subscription, 'before anybody subscribed', 'after');
  });

  it('gives a subscription only what its filter selects', async () => {
    const topic = await newTopic(retention);
    const subscription = await subscribe(topic, { filter: 'attributes.kind = "x"' });
    const messages = [message('wanted', { kind: 'x' }), message('other', { kind: 'y' })];
    await clients.publisher.publish({ topic, messages });
    await take(subscription, 'wanted');
    await seek(subscription, { time: inSeconds(-HOUR) });
    await take(subscription, 'wanted');
  });

  it('is shown with the subscription, and ends when it is taken back', async () => {
    const topic = await newTopic(retention);
    const subscription = await subscribe(topic);
    const shown = async () => (await clients.subscriber.getSubscription({ subscription }))[0];
    expect((await shown()).topicMessageRetentionDuration).toMatchObject({ seconds: String(HOUR) });
    await publish(topic, 'a');
    await take(subscription, 'a');
    const updateMask = { paths: ['message_retention_duration'] };
    await clients.publisher.updateTopic({ topic: { name: topic }, updateMask });
    expect((await shown()).topicMessageRetentionDuration).toBeNull();
    await seek(subscription, { time: inSeconds(-HOUR) });
    await take(subscription);
  });
});

describe('seek', () => {
  it('refuses what is missing or does not belong together', async () => {
    const topic = await newTopic();
    const subscription = await subscribe(topic);
    const other = await subscribe(await newTopic());
    const snapshot = nameOf('snapshots');
    await clients.subscriber.createSnapshot({ name: snapshot, subscription });
    await expect(seek(subscription, {})).rejects.toMatchObject({ code: INVALID_ARGUMENT });
    await expect(seek(other, { snapshot })).rejects.toMatchObject({ code: FAILED_PRECONDITION });
    for (const [where, target] of [
      [subscription, { snapshot: nameOf('snapshots') }],
      [nameOf('subscriptions'), { snapshot }],
    ] as const) {
      await expect(seek(where, target)).rejects.toMatchObject({ code: NOT_FOUND });
    }
  });

  // Only the embedded server has DetachSubscription.
  it('refuses a detached subscription', async () => {
    const subscription = await subscribe(await newTopic());
    await clients.publisher.detachSubscription({ subscription });
    await expect(seek(subscription, { time: inSeconds(-HOUR) })).rejects.toMatchObject({
      code: FAILED_PRECONDITION,
    });
  });

  // Only the embedded server keeps anything over a restart.
  it('finds what was acknowledged before a restart, and what it did survives one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dossier-seek-'));
    const database = join(folder, 'pubsub.sqlite');
    const topic = nameOf('topics');
    const subscription = nameOf('subscriptions');
    const withServer = async (work: (raw: ReturnType<typeof rawClientsOf>) => Promise<void>) => {
      const running = await startPubSubUnderTest({ database });
      await work(rawClientsOf(running.server));
      await running.close();
    };
    await withServer(async ({ publisher, subscriber }) => {
      await publisher.createTopic({ name: topic });
      await subscriber.createSubscription({ name: subscription, topic, retainAckedMessages: true });
      await publisher.publish({ topic, messages: [message('a'), message('b')] });
      await takeExactly(subscriber, subscription, ['a', 'b']);
    });
    await withServer(async ({ subscriber }) => {
      await takeExactly(subscriber, subscription, []);
      await subscriber.seek({ subscription, time: inSeconds(-HOUR) });
    });
    await withServer(({ subscriber }) => takeExactly(subscriber, subscription, ['a', 'b']));
    await rm(folder, { recursive: true });
  });
});
