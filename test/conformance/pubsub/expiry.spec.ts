import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@google-cloud/pubsub';
import { message, takeExactly } from './pulling.ts';
import {
  cleanUp,
  rawClientsOf,
  startPubSubUnderTest,
  until,
  type PubSubUnderTest,
} from './pubsub-under-test.ts';
import { startPushEndpoint } from './push-endpoint.ts';
import { DAY_MS, SkewedTime } from './skewed-time.fake.ts';

// Only the embedded server can be asked: the shortest time to live is a day, so time is put forward.

const NOT_FOUND = 5;
const once = { timeout: 8000, retry: null };
const topic = 'projects/conformance/topics/expiry';
const nameOf = (id: string) => `projects/conformance/subscriptions/${id}`;
const days = (count: number) => ({ expirationPolicy: { ttl: { seconds: count * 86_400 } } });

let pubsub: PubSubUnderTest;
let time: SkewedTime;
let raw: ReturnType<typeof rawClientsOf>;
beforeEach(async () => {
  time = new SkewedTime();
  pubsub = await startPubSubUnderTest({ time });
  raw = rawClientsOf(pubsub.server);
  await raw.publisher.createTopic({ name: topic });
});
afterEach(cleanUp);

const subscribe = (id: string, options: object = {}) =>
  raw.subscriber.createSubscription({ name: nameOf(id), topic, ...options });

async function alive(): Promise<string[]> {
  const [all] = await raw.subscriber.listSubscriptions({ project: 'projects/conformance' });
  return all.map(({ name }) => name?.split('/').at(-1) ?? '').toSorted();
}

describe('an idle subscription', () => {
  it('is deleted after its time to live: 31 days unless told otherwise, never with an empty policy', async () => {
    await subscribe('short', days(2));
    await subscribe('default');
    await subscribe('forever', { expirationPolicy: {} });
    time.skip(1.9 * DAY_MS);
    expect(await alive()).toEqual(['default', 'forever', 'short']);
    time.skip(0.2 * DAY_MS);
    expect(await alive()).toEqual(['default', 'forever']);
    const pull = raw.subscriber.pull({ subscription: nameOf('short'), maxMessages: 1 }, once);
    await expect(pull).rejects.toMatchObject({ code: NOT_FOUND });
    time.skip(30 * DAY_MS);
    expect(await alive()).toEqual(['forever']);
    time.skip(300 * DAY_MS);
    expect(await alive()).toEqual(['forever']);
  });

  it('lives on by an open stream, a pull, or a change of its configuration', async () => {
    for (const id of ['streaming', 'pulled', 'changed', 'unused']) await subscribe(id, days(1));
    const stream = pubsub.client.subscription(nameOf('streaming'));
    stream.on('message', (received: Message) => received.ack());
    await until(
      'the stream is open',
      () => pubsub.server.stats()[nameOf('streaming')]?.consumers !== 0,
    );
    for (let round = 0; round < 3; round += 1) {
      time.skip(0.7 * DAY_MS);
      await takeExactly(raw.subscriber, nameOf('pulled'), []);
      const subscription = { name: nameOf('changed'), labels: { round: String(round) } };
      await raw.subscriber.updateSubscription({ subscription, updateMask: { paths: ['labels'] } });
    }
    expect(await alive()).toEqual(['changed', 'pulled', 'streaming']);
    await stream.close();
    await until(
      'the stream is closed',
      () => pubsub.server.stats()[nameOf('streaming')]?.consumers === 0,
    );
    time.skip(1.1 * DAY_MS);
    expect(await alive()).toEqual([]);
  });

  it('lives on by successful pushes, not by failing ones', async () => {
    const good = await startPushEndpoint(204);
    const bad = await startPushEndpoint(500);
    await subscribe('good', { ...days(1), pushConfig: { pushEndpoint: good.url } });
    await subscribe('bad', { ...days(1), pushConfig: { pushEndpoint: bad.url } });
    for (let round = 1; round <= 3; round += 1) {
      time.skip(0.7 * DAY_MS);
      await raw.publisher.publish({ topic, messages: [message(String(round))] });
      await until(
        'pushed',
        () => (pubsub.server.stats()[nameOf('good')]?.acknowledged ?? 0) >= round,
      );
    }
    expect(await alive()).toEqual(['good']);
  });
});

describe('the time a server is off', () => {
  it('does not count, what was idle before does', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dossier-expiry-'));
    const database = join(folder, 'pubsub.sqlite');
    const restart = async (clock: SkewedTime) => {
      const next = await startPubSubUnderTest({ time: clock, database });
      raw = rawClientsOf(next.server);
      return next;
    };
    const clock = new SkewedTime();
    const first = await restart(clock);
    await raw.publisher.createTopic({ name: topic });
    await subscribe('kept', days(2));
    clock.skip(1.5 * DAY_MS);
    await first.close();
    clock.skip(60 * DAY_MS);
    const second = await restart(clock);
    expect(await alive()).toEqual(['kept']);
    clock.skip(0.6 * DAY_MS);
    expect(await alive()).toEqual([]);
    await second.close();
    await rm(folder, { recursive: true });
  });
});
