import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { protos } from '@google-cloud/pubsub';
import { message, takeExactly } from './pulling.ts';
import {
  cleanUp,
  rawClientsOf,
  startPubSubUnderTest,
  type PubSubUnderTest,
} from './pubsub-under-test.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SkewedTime } from './skewed-time.fake.ts';

type SubscriptionRequest = protos.google.pubsub.v1.ISubscription;

const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const FAILED_PRECONDITION = 9;
const once = { timeout: 8000, retry: null };

let pubsub: PubSubUnderTest;
let clients: ReturnType<typeof rawClientsOf>;
beforeAll(async () => {
  pubsub = await startPubSubUnderTest();
  clients = rawClientsOf(pubsub.server);
});
afterAll(cleanUp);

type Clients = typeof clients;

const nameOf = (kind: string) => `projects/conformance/${kind}/snap-${randomUUID()}`;
const ms = (time: protos.google.protobuf.ITimestamp | null | undefined) =>
  Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6;

async function aSubscription(
  { publisher, subscriber }: Clients,
  changes: SubscriptionRequest = {},
): Promise<{ topic: string; subscription: string }> {
  const topic = nameOf('topics');
  const subscription = nameOf('subscriptions');
  if (changes.topic == null) await publisher.createTopic({ name: topic });
  await subscriber.createSubscription({ name: subscription, topic, ...changes });
  return { topic: changes.topic ?? topic, subscription };
}

const publish = (topic: string, ...texts: string[]) =>
  clients.publisher.publish({ topic, messages: texts.map((text) => message(text)) });
const take = (subscription: string, ...texts: string[]) =>
  takeExactly(clients.subscriber, subscription, texts);

describe('a snapshot', () => {
  it('brings back its backlog and what was published since, as often as one likes', async () => {
    const { topic, subscription } = await aSubscription(clients);
    await publish(topic, 'acknowledged before');
    await take(subscription, 'acknowledged before');
    await publish(topic, 'waiting', 'waiting too');
    const name = nameOf('snapshots');
    await clients.subscriber.createSnapshot({ name, subscription });
    await publish(topic, 'later');
    for (let times = 0; times < 2; times += 1) {
      await take(subscription, 'waiting', 'waiting too', 'later');
      await clients.subscriber.seek({ subscription, snapshot: name });
    }
    await take(subscription, 'waiting', 'waiting too', 'later');
  });

  it('gives its state to another subscription of the topic, within that one’s filter', async () => {
    const { topic, subscription } = await aSubscription(clients);
    const { subscription: other } = await aSubscription(clients, {
      topic,
      filter: 'attributes.kind = "x"',
    });
    const messages = [message('x1', { kind: 'x' }), message('y1', { kind: 'y' })];
    await clients.publisher.publish({ topic, messages });
    const name = nameOf('snapshots');
    await clients.subscriber.createSnapshot({ name, subscription });
    await take(other, 'x1');
    await take(subscription, 'x1', 'y1');
    await clients.subscriber.seek({ subscription: other, snapshot: name });
    await take(other, 'x1');
    await take(subscription);
  });

  it('taken while nothing waits lets one purge back to it', async () => {
    const { topic, subscription } = await aSubscription(clients);
    const name = nameOf('snapshots');
    await clients.subscriber.createSnapshot({ name, subscription });
    await publish(topic, 'a');
    await clients.subscriber.deleteSubscription({ subscription });
    const { subscription: next } = await aSubscription(clients, { topic });
    await publish(topic, 'b');
    await clients.subscriber.seek({ subscription: next, snapshot: name });
    await take(next, 'a', 'b');
  });

  it('is found, listed by project and by topic, and gone when deleted', async () => {
    const { topic, subscription } = await aSubscription(clients);
    const name = nameOf('snapshots');
    const { subscriber, publisher } = clients;
    const labels = { team: 'a' };
    const [created] = await subscriber.createSnapshot({ name, subscription, labels });
    expect(created).toMatchObject({ name, topic, labels });
    const lifeMs = ms(created.expireTime) - Date.now();
    expect(Math.abs(lifeMs - 7 * DAY_MS)).toBeLessThan(MINUTE_MS);
    expect((await subscriber.getSnapshot({ snapshot: name }))[0]).toEqual(created);
    const [listed] = await subscriber.listSnapshots({ project: 'projects/conformance' });
    expect(listed).toContainEqual(created);
    expect((await publisher.listTopicSnapshots({ topic }))[0]).toEqual([name]);
    await subscriber.deleteSnapshot({ snapshot: name });
    expect((await publisher.listTopicSnapshots({ topic }))[0]).toEqual([]);
    const gone = { code: NOT_FOUND };
    await expect(subscriber.getSnapshot({ snapshot: name }, once)).rejects.toMatchObject(gone);
    await expect(subscriber.deleteSnapshot({ snapshot: name }, once)).rejects.toMatchObject(gone);
  });

  it('works by the friendly client, too', async () => {
    const { topic, subscription: name } = await aSubscription(clients);
    const subscription = pubsub.client.subscription(name);
    await publish(topic, 'a');
    const [snapshot] = await subscription.createSnapshot(`snap-${randomUUID()}`);
    await take(name, 'a');
    await subscription.seek(snapshot.name);
    await take(name, 'a');
    await snapshot.delete();
  });

  it('is refused under a bad name, a taken one, and for a missing subscription', async () => {
    const { subscription } = await aSubscription(clients);
    const create = (name: string, of = subscription) =>
      clients.subscriber.createSnapshot({ name, subscription: of }, once);
    const name = nameOf('snapshots');
    await create(name);
    await expect(create(name)).rejects.toMatchObject({ code: ALREADY_EXISTS });
    for (const bad of ['projects/conformance/snapshots/goog-x', 'nonsense']) {
      await expect(create(bad)).rejects.toMatchObject({ code: INVALID_ARGUMENT });
    }
    const missing = create(nameOf('snapshots'), nameOf('subscriptions'));
    await expect(missing).rejects.toMatchObject({ code: NOT_FOUND });
  });
});

// Google's emulator has no UpdateSnapshot.
describe('updating a snapshot', () => {
  it('changes labels and the end of its life, within bounds', async () => {
    const { subscription } = await aSubscription(clients);
    const name = nameOf('snapshots');
    await clients.subscriber.createSnapshot({ name, subscription });
    const update = (changes: object, ...paths: string[]) =>
      clients.subscriber.updateSnapshot(
        { snapshot: { name, ...changes }, updateMask: { paths } },
        once,
      );
    const inMs = (after: number) => ({ seconds: Math.floor((Date.now() + after) / 1000) });
    const [changed] = await update({ labels: { team: 'b' } }, 'labels');
    expect(changed.labels).toEqual({ team: 'b' });
    const [shortened] = await update({ expireTime: inMs(DAY_MS) }, 'expire_time');
    expect(ms(shortened.expireTime)).toBeLessThan(Date.now() + DAY_MS + MINUTE_MS);
    expect(shortened.labels).toEqual({ team: 'b' });
    const refused = { code: INVALID_ARGUMENT };
    await expect(update({}, 'expire_time')).rejects.toMatchObject(refused);
    await expect(update({})).rejects.toMatchObject(refused);
    await expect(update({ topic: 't' }, 'topic')).rejects.toMatchObject(refused);
    for (const outside of [-MINUTE_MS, 8 * DAY_MS]) {
      const bad = update({ expireTime: inMs(outside) }, 'expire_time');
      await expect(bad).rejects.toMatchObject(refused);
    }
  });
});

// From here on only the embedded server can be asked: time is put forward, or the server restarted.
describe('the life of a snapshot', () => {
  it('is 7 days less the age of the oldest message, and is not begun below an hour', async () => {
    const time = new SkewedTime();
    const raw = rawClientsOf((await startPubSubUnderTest({ time })).server);
    const options = { messageRetentionDuration: { seconds: 31 * 86_400 } };
    const { topic, subscription } = await aSubscription(raw, options);
    await raw.publisher.publish({ topic, messages: [message('old')] });
    time.skip(3 * DAY_MS);
    const name = nameOf('snapshots');
    const [snapshot] = await raw.subscriber.createSnapshot({ name, subscription });
    const lifeMs = ms(snapshot.expireTime) - time.now();
    expect(Math.abs(lifeMs - 4 * DAY_MS)).toBeLessThan(MINUTE_MS);
    time.skip(4 * DAY_MS - HOUR_MS / 2);
    const late = raw.subscriber.createSnapshot({ name: nameOf('snapshots'), subscription }, once);
    await expect(late).rejects.toMatchObject({ code: FAILED_PRECONDITION });
  });

  it('ends: then it cannot be found, and its name is free', async () => {
    const time = new SkewedTime();
    const raw = rawClientsOf((await startPubSubUnderTest({ time })).server);
    const { topic, subscription } = await aSubscription(raw);
    const name = nameOf('snapshots');
    await raw.subscriber.createSnapshot({ name, subscription });
    time.skip(7 * DAY_MS + 1);
    const get = raw.subscriber.getSnapshot({ snapshot: name }, once);
    await expect(get).rejects.toMatchObject({ code: NOT_FOUND });
    expect((await raw.publisher.listTopicSnapshots({ topic }))[0]).toEqual([]);
    await raw.subscriber.createSnapshot({ name, subscription });
  });

  it('goes on over restarts, with everything it keeps', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dossier-snapshots-'));
    const database = join(folder, 'pubsub.sqlite');
    const name = nameOf('snapshots');
    const first = await startPubSubUnderTest({ database });
    const before = rawClientsOf(first.server);
    const { topic, subscription } = await aSubscription(before);
    const publishTo = (to: Clients, text: string) =>
      to.publisher.publish({ topic, messages: [message(text)] });
    await publishTo(before, 'backlog');
    const [created] = await before.subscriber.createSnapshot({ name, subscription });
    await publishTo(before, 'since');
    await takeExactly(before.subscriber, subscription, ['backlog', 'since']);
    await first.close();

    const second = await startPubSubUnderTest({ database });
    const after = rawClientsOf(second.server);
    expect((await after.subscriber.getSnapshot({ snapshot: name }))[0]).toEqual(created);
    await publishTo(after, 'after the restart');
    await takeExactly(after.subscriber, subscription, ['after the restart']);
    await after.subscriber.seek({ subscription, snapshot: name });
    await takeExactly(after.subscriber, subscription, ['backlog', 'since', 'after the restart']);
    await second.close();
    await rm(folder, { recursive: true });
  });

  it('is not that of a topic which was deleted and created again', async () => {
    const { topic, subscription } = await aSubscription(clients);
    const name = nameOf('snapshots');
    await clients.subscriber.createSnapshot({ name, subscription });
    await clients.publisher.deleteTopic({ topic });
    await clients.publisher.createTopic({ name: topic });
    const { subscription: next } = await aSubscription(clients, { topic });
    const seek = clients.subscriber.seek({ subscription: next, snapshot: name }, once);
    await expect(seek).rejects.toMatchObject({ code: FAILED_PRECONDITION });
    const [{ topic: shown }] = await clients.subscriber.getSnapshot({ snapshot: name });
    expect(shown).toBe('_deleted-topic_');
  });
});
