import { PubSub, type Message } from '@google-cloud/pubsub';
import {
  commandFor,
  namesOf,
  runIdOf,
  TIMING_PROFILES,
  topologyOf,
  type Delivery,
  type Outcome,
} from '@dossier/contracts';
import { startPubSub, type RunningPubSub } from '@dossier/embedded';
import {
  ConfirmedPublisher,
  ensureTopology,
  PubSubCommandPublisher,
  PubSubDeadLetters,
  SubscriptionHost,
} from '@dossier/messaging';
import { systemClock } from '@dossier/platform';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.fake.ts';

const timings = TIMING_PROFILES.test;
const { topic, subscription, deadLetterTopic, deadLetterSubscription } = namesOf('plan');
const command = commandFor({ runId: runIdOf('event'), version: 1 }, 'plan');

let server: RunningPubSub;
let pulling: PubSub;
let publishing: PubSub;
let publisher: ConfirmedPublisher;

beforeEach(async () => {
  server = await startPubSub();
  pulling = new PubSub({ projectId: 'messaging', apiEndpoint: server.address });
  publishing = new PubSub({ projectId: 'messaging', apiEndpoint: server.address });
  await ensureTopology(publishing, topologyOf(timings));
  publisher = new ConfirmedPublisher(publishing, 2_000);
});
afterEach(async () => {
  await Promise.all([pulling.close(), publishing.close()]);
  await server.close();
});

interface Trouble {
  readonly outcome: Outcome;
}

function hostFor(handle: (delivery: Delivery, shutdown: AbortSignal) => Promise<Outcome>) {
  const troubles: Trouble[] = [];
  const host = new SubscriptionHost(pulling, {
    subscription,
    maxMessages: 4,
    maxExtensionMs: timings.stages.plan.maxExtensionMs,
    ackDeadlineMs: timings.stages.plan.ackDeadlineMs,
    drainMs: 3_000,
    flushMs: 1_000,
    clock: systemClock,
    handle,
    deadLetters: new PubSubDeadLetters(publisher, {
      topic: deadLetterTopic,
      source: topic,
      clock: new ManualClock(),
    }),
    onFatal: (error) => {
      throw error;
    },
    onTrouble: (trouble) => troubles.push(trouble),
  });
  host.start();
  return { host, troubles };
}

/** Deliveries that Pub/Sub still keeps on the stage's subscription. */
async function backlog(): Promise<number> {
  const stats = await fetch(`http://127.0.0.1:${server.httpPort}/stats`);
  const all = (await stats.json()) as Record<string, { backlog: number }>;
  return all[`projects/messaging/subscriptions/${subscription}`]?.backlog ?? -1;
}

async function deadLetters(count: number): Promise<Message[]> {
  const seen: Message[] = [];
  const archive = pulling.subscription(deadLetterSubscription);
  archive.on('message', (message: Message) => {
    seen.push(message);
    message.ack();
  });
  await eventually(`${count} dead letters`, () => seen.length >= count);
  await archive.close();
  return seen;
}

it('acks what the handler took, with ids as body and attributes', async () => {
  const seen: Delivery[] = [];
  const { host, troubles } = hostFor((delivery) => {
    seen.push(delivery);
    return Promise.resolve({ kind: 'ack', note: 'done' });
  });
  await new PubSubCommandPublisher(publisher).publish(command);
  await eventually('an empty backlog', async () => seen.length === 1 && (await backlog()) === 0);
  expect(JSON.parse(Buffer.from(seen[0]?.body ?? []).toString())).toEqual({ ...command });
  expect(seen[0]).toMatchObject({
    attempt: 1,
    attributes: { runId: command.runId, version: '1', stage: 'plan' },
  });
  expect(troubles).toEqual([]);
  await host.close();
});

it('nacks what is to be retried, and the next delivery counts the attempt', async () => {
  const attempts: number[] = [];
  const { host, troubles } = hostFor(({ attempt }) => {
    attempts.push(attempt);
    return Promise.resolve(
      attempts.length === 1 ? { kind: 'retry', reason: 'busy' } : { kind: 'ack', note: 'done' },
    );
  });
  await new PubSubCommandPublisher(publisher).publish(command);
  await eventually('a second delivery', () => attempts.length === 2);
  expect(attempts).toEqual([1, 2]);
  expect(troubles.map(({ outcome }) => outcome)).toEqual([{ kind: 'retry', reason: 'busy' }]);
  await host.close();
});

it('moves a dead letter with its reason, its origin and the original attributes', async () => {
  const { host } = hostFor(() =>
    Promise.resolve({ kind: 'dead-letter', reason: 'malformed', detail: '壞'.repeat(1_000) }),
  );
  await publisher.publish(topic, Buffer.from('{'), { runId: 'kept' });
  const [letter] = await deadLetters(1);
  expect(letter?.data.toString()).toBe('{');
  expect(letter?.attributes).toMatchObject({
    runId: 'kept',
    deadLetterReason: 'malformed',
    deadLetterSource: topic,
    deadLetterAttempt: '1',
    deadLetteredAt: '2026-12-01T00:00:00.000Z',
  });
  expect(letter?.attributes['deadLetterDetail']).toMatch(/^壞+$/);
  await eventually('the original is gone', async () => (await backlog()) === 0);
  await host.close();
});

it('finds room for the reason beside as many attributes as Pub/Sub allows', async () => {
  const { host } = hostFor(() => Promise.resolve({ kind: 'dead-letter', reason: 'malformed' }));
  const attributes = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`a${n}`, 'x']));
  await publisher.publish(topic, Buffer.from('{'), attributes);
  const [letter] = await deadLetters(1);
  expect(letter?.attributes).toMatchObject({ a0: 'x', deadLetterReason: 'malformed' });
  expect(Object.keys(letter?.attributes ?? {})).toHaveLength(100);
  await host.close();
});

it('gives an existing subscription today’s timings', async () => {
  await ensureTopology(publishing, topologyOf(TIMING_PROFILES.local));
  const [metadata] = await publishing.subscription(subscription).getMetadata();
  expect(metadata.ackDeadlineSeconds).toBe(60);
});

it('does not ack a dead letter that could not be put away', async () => {
  await publishing.topic(deadLetterTopic).delete();
  const { host, troubles } = hostFor(() =>
    Promise.resolve({ kind: 'dead-letter', reason: 'malformed' }),
  );
  await publisher.publish(topic, Buffer.from('{'), {});
  await eventually('a failed move', () =>
    troubles.some(
      ({ outcome }) => outcome.kind === 'retry' && outcome.reason === 'handler-crashed',
    ),
  );
  await expect(backlog()).resolves.toBe(1);
  await host.close();
});

it('nacks when the handler throws, synchronously or later', async () => {
  let deliveries = 0;
  const { host } = hostFor(() => {
    deliveries += 1;
    if (deliveries === 1) throw new Error('at once');
    if (deliveries === 2) return Promise.reject(new Error('later'));
    return Promise.resolve({ kind: 'ack', note: 'done' });
  });
  await new PubSubCommandPublisher(publisher).publish(command);
  await eventually('an acked third delivery', async () => {
    return deliveries === 3 && (await backlog()) === 0;
  });
  await host.close();
});

it('lets a running handler finish and its ack arrive when it closes', async () => {
  const gate = Promise.withResolvers<void>();
  let started = false;
  const { host } = hostFor(async (_delivery, shutdown) => {
    started = true;
    await gate.promise;
    return { kind: 'ack', note: shutdown.aborted ? 'aborted' : 'finished' };
  });
  await new PubSubCommandPublisher(publisher).publish(command);
  await eventually('a running handler', () => started);
  const closed = host.close();
  gate.resolve();
  await closed;
  await expect(backlog()).resolves.toBe(0);
});

it('tells a handler that outstays the drain to stop, and gives its message back', async () => {
  let started = false;
  const { host } = hostFor(async (_delivery, shutdown) => {
    started = true;
    await new Promise((resolve) => shutdown.addEventListener('abort', resolve, { once: true }));
    return { kind: 'retry', reason: 'process-stopped' };
  });
  await new PubSubCommandPublisher(publisher).publish(command);
  await eventually('a running handler', () => started);
  await host.close();
  await expect(backlog()).resolves.toBe(1);
});

it('fails a publish in time when Pub/Sub does not answer', async () => {
  await server.close();
  const started = performance.now();
  await expect(new PubSubCommandPublisher(publisher).publish(command)).rejects.toMatchObject({
    name: 'Retryable',
    reason: 'publish-failed',
  });
  expect(performance.now() - started).toBeLessThan(8_000);
  server = await startPubSub();
});

it('does not take a sender for the one who gave its message up', async () => {
  const { host } = hostFor(() => Promise.resolve({ kind: 'dead-letter', reason: 'unknown-run' }));
  await publisher.publish(topic, Buffer.from('{}'), { deadLetterDetail: 'forged', kept: 'x' });
  const [letter] = await deadLetters(1);
  expect(letter?.attributes).toMatchObject({ kept: 'x', deadLetterReason: 'unknown-run' });
  expect(letter?.attributes).not.toHaveProperty('deadLetterDetail');
  await host.close();
});

it('gives dead-letter subscriptions of an older release their back-off', async () => {
  const archived = pulling.subscription(deadLetterSubscription);
  await archived.setMetadata({ retryPolicy: null });
  await ensureTopology(pulling, topologyOf(timings));
  const [{ retryPolicy }] = await archived.getMetadata();
  const { maxBackoffMs } = timings.stages.plan;
  expect(Number(retryPolicy?.maximumBackoff?.seconds)).toBe(Math.floor(maxBackoffMs / 1_000));
});

it('makes the same topology from several processes at once', async () => {
  await Promise.all([
    ensureTopology(publishing, topologyOf(timings)),
    ensureTopology(pulling, topologyOf(timings)),
  ]);
  const [metadata] = await publishing.subscription(subscription).getMetadata();
  expect(metadata.deadLetterPolicy).toMatchObject({
    deadLetterTopic: `projects/messaging/topics/${deadLetterTopic}`,
    maxDeliveryAttempts: timings.stages.plan.maxDeliveryAttempts,
  });
  expect(metadata.ackDeadlineSeconds).toBe(10);
});
