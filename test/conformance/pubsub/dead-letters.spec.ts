import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Duration, type Message, type Subscription } from '@google-cloud/pubsub';
import {
  cleanUp,
  aTopicWithDeadLetters,
  onCleanUp,
  startPubSubUnderTest,
  until,
  type PubSubUnderTest,
} from './pubsub-under-test.ts';
import { Statistics } from './statistics.ts';

const WORKER = fileURLToPath(new URL('./worker-that-dies.ts', import.meta.url));

let pubsub: PubSubUnderTest;
beforeAll(async () => {
  pubsub = await startPubSubUnderTest();
});
afterAll(cleanUp);

const statsOf = ({ name }: { name: string }) => pubsub.server.stats()[name];
const told = new Statistics(() => pubsub);

function collect(subscription: Subscription): Message[] {
  const got: Message[] = [];
  subscription.on('message', (message: Message) => {
    got.push(message);
    message.ack();
  });
  return got;
}

describe('dead letters', () => {
  it.concurrent(
    'take a message that kills its worker five times',
    async () => {
      const { topic, subscription, deadLetters } = await aTopicWithDeadLetters(pubsub.client);
      const dead = collect(deadLetters);
      await topic.publishMessage({ data: Buffer.from('out of memory') });
      let deaths = 0;
      while (statsOf(subscription)?.deadLettered === 0 && deaths < 7) {
        // Given explicitly: what a spec sets in process.env is not what a child inherits.
        const worker = spawn(process.execPath, [WORKER, subscription.name], {
          stdio: 'inherit',
          env: { ...process.env },
        });
        onCleanUp(() => worker.kill('SIGKILL'));
        const ended = once(worker, 'exit');
        await until(
          'the worker died or the message moved',
          () =>
            worker.exitCode !== null ||
            worker.signalCode !== null ||
            statsOf(subscription)?.deadLettered === 1,
          30_000,
        );
        if (worker.signalCode === 'SIGKILL') deaths += 1;
        expect(worker.exitCode).toBeNull();
        worker.kill();
        await ended;
      }
      await until('the dead letter arrives', () => dead.length === 1);
      expect(deaths).toBe(5);
      await deadLetters.close();
    },
    120_000,
  );

  it.concurrent('take a message after five nacks, once, saying where it comes from', async () => {
    const { topic, subscription, deadLetters } = await aTopicWithDeadLetters(pubsub.client);
    const dead = collect(deadLetters);
    const attempts: number[] = [];
    subscription.on('message', (message: Message) => {
      attempts.push(message.deliveryAttempt);
      message.nack();
    });
    await topic.publishMessage({ data: Buffer.from('poison'), attributes: { runId: 'r9' } });
    await until('the dead letter arrives', () => dead.length > 0);
    await told.until('it is handled', deadLetters, ({ acknowledged }) => acknowledged === 1);
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    told.expect(subscription, { backlog: 0, deadLettered: 1 });
    told.expect(deadLetters, { backlog: 0 });
    expect(dead).toHaveLength(1);
    expect(dead[0]?.data.toString()).toBe('poison');
    expect(dead[0]?.attributes).toMatchObject({
      runId: 'r9',
      CloudPubSubDeadLetterSourceDeliveryCount: '5',
      CloudPubSubDeadLetterSourceSubscription: subscription.name.split('/').at(-1),
      CloudPubSubDeadLetterSourceSubscriptionProject: 'conformance',
    });
    expect(dead[0]?.attributes['CloudPubSubDeadLetterSourceTopicPublishTime']).toMatch(
      /^\d{4}-.*Z$/,
    );
    await Promise.all([subscription.close(), deadLetters.close()]);
  });

  it.concurrent('come after the waits of the retry policy', async () => {
    const { topic, subscription, deadLetters } = await aTopicWithDeadLetters(pubsub.client, {
      retryPolicy: {
        minimumBackoff: Duration.from({ seconds: 1 }),
        maximumBackoff: Duration.from({ seconds: 3 }),
      },
    });
    const dead = collect(deadLetters);
    const at: number[] = [];
    subscription.on('message', (message: Message) => {
      at.push(Date.now());
      message.nack();
    });
    await topic.publishMessage({ data: Buffer.from('p') });
    await until('the dead letter arrives', () => dead.length === 1, 40_000);
    const waits = at.slice(1).map((time, i) => time - (at[i] ?? 0));
    expect(waits).toHaveLength(4);
    for (const [i, least] of [1000, 2000, 3000, 3000].entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(least - 50);
      expect(waits[i]).toBeLessThan(least + 1500);
    }
    await Promise.all([subscription.close(), deadLetters.close()]);
  });

  it.concurrent('are not made while their topic is missing: the message stays', async () => {
    const { topic, subscription, deadLetters } = await aTopicWithDeadLetters(pubsub.client);
    const [metadata] = await deadLetters.getMetadata();
    await pubsub.client.topic(metadata.topic ?? '').delete();
    let deliveries = 0;
    subscription.on('message', (message: Message) => {
      deliveries += 1;
      if (deliveries === 7) message.ack();
      else message.nack();
    });
    await topic.publishMessage({ data: Buffer.from('kept') });
    await until('the 7th delivery', () => deliveries === 7);
    await told.until('acknowledged', subscription, ({ backlog }) => backlog === 0);
    told.expect(subscription, { acknowledged: 1, deadLettered: 0 });
    await subscription.close();
  });
});
