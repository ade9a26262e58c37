import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { credentials } from '@grpc/grpc-js';
import {
  PubSub,
  v1,
  type CreateSubscriptionOptions,
  type PublishOptions,
  type Subscription,
  type Topic,
} from '@google-cloud/pubsub';
import { startPubSub, type PubSubOptions, type RunningPubSub } from '@dossier/embedded';
import { officialAddress, OnlyEmbedded } from '../servers.ts';

/** A running server and the unmodified client, pointed at it the way an operator does. */
export interface PubSubUnderTest {
  readonly server: RunningPubSub;
  readonly client: PubSub;
  close(): Promise<void>;
}

const cleanUps: (() => unknown)[] = [];

/** Registers what cleanUp() must end even when a test fails half-way; ending twice must be harmless. */
export function onCleanUp(end: () => unknown): void {
  cleanUps.push(end);
}

/** For afterAll: ends everything a spec started, the last first, so that jest can exit. */
export async function cleanUp(): Promise<void> {
  for (const end of cleanUps.splice(0).reverse()) await end();
}

/**
 * Starts a server that cleanUp() closes; or takes Google's emulator when the spec runs against that.
 * @throws OnlyEmbedded for options that Google's emulator does not have.
 */
export async function startServer(options?: PubSubOptions): Promise<RunningPubSub> {
  const official = officialPubSub(options);
  if (official !== undefined) return official;
  const server = await startPubSub(options);
  onCleanUp(() => server.close());
  return server;
}

function officialPubSub(options: PubSubOptions = {}): RunningPubSub | undefined {
  const official = officialAddress('pubsub');
  if (official === undefined) return undefined;
  const names = Object.keys(options);
  if (names.length > 0) throw new OnlyEmbedded(`no options here: ${names.join(', ')}`);
  return {
    ...official,
    get httpPort(): number {
      throw new OnlyEmbedded('no health, statistics and push keys here');
    },
    stats() {
      throw new OnlyEmbedded('no statistics here');
    },
    // It lives for the whole run.
    close: () => Promise.resolve(),
  };
}

/** Starts a server for one spec; in memory unless a database is given. */
export async function startPubSubUnderTest(options?: PubSubOptions): Promise<PubSubUnderTest> {
  const server = await startServer(options);
  const client = clientOf(server.address);
  return {
    server,
    client,
    async close() {
      await client.close();
      await server.close();
    },
  };
}

/** The real client, which only remembers its subscriptions: an open one reconnects for ever. */
class RememberingPubSub extends PubSub {
  readonly #subscriptions: Subscription[] = [];

  override subscription(...args: Parameters<PubSub['subscription']>): Subscription {
    const subscription = super.subscription(...args);
    this.#subscriptions.push(subscription);
    return subscription;
  }

  async closeSubscriptions(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.close()));
  }
}

/** The real client. It reads the two variables when it is made; cleanUp() closes it. */
export function clientOf(address: string): PubSub {
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  process.env['PUBSUB_EMULATOR_HOST'] = address;
  const client = new RememberingPubSub({ projectId: 'conformance' });
  onCleanUp(async () => {
    await client.closeSubscriptions();
    await client.close();
  });
  return client;
}

/** The generated clients below the friendly one, for calls it hides; cleanUp() closes them. */
export function rawClientsOf({ port }: RunningPubSub): {
  publisher: v1.PublisherClient;
  subscriber: v1.SubscriberClient;
} {
  const options = {
    servicePath: '127.0.0.1',
    port,
    sslCreds: credentials.createInsecure(),
    projectId: 'conformance',
  };
  const publisher = new v1.PublisherClient(options);
  const subscriber = new v1.SubscriberClient(options);
  onCleanUp(() => Promise.all([publisher.close(), subscriber.close()]));
  return { publisher, subscriber };
}

/** A new topic with one subscription (10 s ack deadline) that nobody else uses. */
export async function aTopic(
  client: PubSub,
  subscriptionOptions: CreateSubscriptionOptions = {},
  publishOptions: PublishOptions = {},
): Promise<{ topic: Topic; subscription: Subscription }> {
  const id = `t-${randomUUID()}`;
  const [created] = await client.createTopic(id);
  const options = { ackDeadlineSeconds: 10, ...subscriptionOptions };
  const [subscription] = await created.createSubscription(`${id}-work`, options);
  return { topic: client.topic(id, publishOptions), subscription };
}

/** The same, with a dead-letter topic after 5 attempts and a subscription on that. */
export async function aTopicWithDeadLetters(
  client: PubSub,
  subscriptionOptions: CreateSubscriptionOptions = {},
): Promise<{ topic: Topic; subscription: Subscription; deadLetters: Subscription }> {
  const { topic: deadTopic, subscription: deadLetters } = await aTopic(client);
  const [{ name: deadLetterTopic }] = await deadTopic.get();
  const work = await aTopic(client, {
    deadLetterPolicy: { deadLetterTopic, maxDeliveryAttempts: 5 },
    ...subscriptionOptions,
  });
  return { ...work, deadLetters };
}

/** Resolves as soon as the condition holds. @throws Error naming `what` after `withinMs`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await pause(10);
  }
}

/** For what must *not* happen: watches the condition for a while. @throws Error when it breaks. */
export async function staysTrue(
  what: string,
  condition: () => boolean,
  forMs: number,
): Promise<void> {
  const started = Date.now();
  while (Date.now() - started < forMs) {
    if (!condition()) throw new Error(`no longer true after ${Date.now() - started} ms: ${what}`);
    await pause(10);
  }
}

/** A handler that is busy for a while. */
export function working(ms: number): Promise<void> {
  return pause(ms);
}
