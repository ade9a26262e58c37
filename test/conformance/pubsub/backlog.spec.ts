import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@google-cloud/pubsub';
import { message } from './pulling.ts';
import { cleanUp, rawClientsOf, startPubSubUnderTest, until } from './pubsub-under-test.ts';

const QUEUED = 6_000;
const PER_REQUEST = 500;
/** What DeliveryQueue keeps of messages that nobody has asked for. */
const MOST_IN_MEMORY = 2000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dossier-backlog-'));
});
afterAll(async () => {
  await cleanUp();
  await rm(folder, { recursive: true });
});

const nameOf = (kind: string) => `projects/conformance/${kind}/backlog-${randomUUID()}`;

async function aBacklog({
  database,
  queued = QUEUED,
  perRequest = PER_REQUEST,
  bytes = 1000,
}: { database?: string; queued?: number; perRequest?: number; bytes?: number } = {}) {
  const pubsub = await startPubSubUnderTest(database === undefined ? {} : { database });
  const { publisher, subscriber } = rawClientsOf(pubsub.server);
  const topic = nameOf('topics');
  const subscription = nameOf('subscriptions');
  await publisher.createTopic({ name: topic });
  await subscriber.createSubscription({ name: subscription, topic });
  for (let from = 0; from < queued; from += perRequest) {
    const texts = Array.from({ length: perRequest }, (_, i) => `${from + i}`.padEnd(bytes));
    await publisher.publish({ topic, messages: texts.map((text) => message(text)) });
  }
  return { ...pubsub, subscription };
}

/** The real client works it off. @returns how many of its messages were in memory at most. */
async function workOff(
  { client, server }: Awaited<ReturnType<typeof startPubSubUnderTest>>,
  name: string,
): Promise<number> {
  const handled = new Set<number>();
  const worker = client.subscription(name, { flowControl: { maxMessages: 500 } });
  worker.on('message', (received: Message) => {
    handled.add(Number(received.data.toString()));
    received.ack();
  });
  let peak = 0;
  await until(
    'the backlog is worked off',
    () => {
      const { backlog = -1, inMemory = 0 } = server.stats()[name] ?? {};
      peak = Math.max(peak, inMemory);
      return backlog === 0;
    },
    50_000,
  );
  await worker.close();
  expect(handled.size).toBe(QUEUED);
  return peak;
}

// Google's emulator keeps everything in memory and has no statistics.
describe('a long backlog', () => {
  it('stays on disk but for a bounded part, while it waits and while it is worked off', async () => {
    const pubsub = await aBacklog();
    expect(pubsub.server.stats()[pubsub.subscription]).toMatchObject({
      backlog: QUEUED,
      inMemory: MOST_IN_MEMORY,
    });
    // 5 streams of 500 leases, a page, and what waited in memory before.
    expect(await workOff(pubsub, pubsub.subscription)).toBeLessThan(MOST_IN_MEMORY + 3000);
    await pubsub.close();
  });

  it('is not read into memory by a restart', async () => {
    const database = join(folder, 'restart.sqlite');
    const first = await aBacklog({ database });
    await first.close();
    const second = await startPubSubUnderTest({ database });
    const stats = second.server.stats()[first.subscription];
    expect(stats).toMatchObject({ backlog: QUEUED, inMemory: 0 });
    const { subscriber } = rawClientsOf(second.server);
    const request = { subscription: first.subscription, maxMessages: 10 };
    const [{ receivedMessages }] = await subscriber.pull(request);
    const texts = receivedMessages?.map(({ message }) =>
      Buffer.from(message?.data ?? '').toString(),
    );
    expect(texts?.map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(second.server.stats()[first.subscription]?.inMemory).toBeLessThan(1000);
    await second.close();
  });

  it('is handed to a reader who does not read only as far as its stream takes it', async () => {
    const queued = 600;
    const pubsub = await aBacklog({ queued, perRequest: 20, bytes: 100_000 });
    const stream = rawClientsOf(pubsub.server).subscriber.streamingPull();
    stream.on('error', () => undefined);
    stream.pause();
    stream.write({ subscription: pubsub.subscription, streamAckDeadlineSeconds: 600 });
    const leased = () => pubsub.server.stats()[pubsub.subscription]?.leased ?? 0;
    const seen: number[] = [];
    await until('some are leased, and no more for a second', () => {
      seen.push(leased());
      return leased() > 0 && seen.length > 100 && seen.at(-1) === seen.at(-100);
    });
    // 16 responses of 1 MB wait in the stream, a batch is 10 MB, and the connection holds some more.
    expect(leased()).toBeLessThan(500);
    stream.resume();
    await until('all are leased once it reads', () => leased() === queued);
    stream.cancel();
    await pubsub.close();
  });
});
