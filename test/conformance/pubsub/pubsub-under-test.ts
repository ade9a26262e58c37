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

/** A running server and the unmodified client, pointed at it the way an operator does. */
export interface PubSubUnderTest {
  readonly server: RunningPubSub;
  readonly client: PubSub;
  close(): Promise<void>;
}

/** Starts a server for one spec; in memory unless a database is given. */
export async function startPubSubUnderTest(options?: PubSubOptions): Promise<PubSubUnderTest> {
  const server = await startPubSub(options);
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

/** The real client. It reads the two variables when it is made. */
export function clientOf(address: string): PubSub {
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  process.env['PUBSUB_EMULATOR_HOST'] = address;
  return new PubSub({ projectId: 'conformance' });
}

/** The generated clients below the friendly one, for calls it hides. */
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
  return {
    publisher: new v1.PublisherClient(options),
    subscriber: new v1.SubscriberClient(options),
  };
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
