import { AckError, Duration, SubscriptionCloseBehaviors, type Message } from '@google-cloud/pubsub';
import {
  cleanUp,
  aTopic,
  aTopicWithDeadLetters,
  rawClientsOf,
  startPubSubUnderTest,
  until,
  working,
  type PubSubUnderTest,
} from './pubsub-under-test.ts';

let pubsub: PubSubUnderTest;
beforeAll(async () => {
  pubsub = await startPubSubUnderTest();
});
afterAll(cleanUp);

const statsOf = ({ name }: { name: string }) => pubsub.server.stats()[name];

describe('closing a subscriber', () => {
  it('nacks running handlers by default, and their later acks change nothing (client trap)', async () => {
    const { topic, subscription } = await aTopicWithDeadLetters(pubsub.client);
    let acked = false;
    let started = 0;
    subscription.on('message', (message: Message) => {
      started += 1;
      void working(1500).then(() => {
        message.ack();
        acked = true;
      });
    });
    await topic.publishMessage({ data: Buffer.from('x') });
    await until('a handler runs', () => started === 1);
    await subscription.close();
    await until('the nack has arrived', () => statsOf(subscription)?.failedAttempts === 1);
    await until('the handler is done', () => acked);
    expect(statsOf(subscription)).toMatchObject({ backlog: 1, acknowledged: 0 });

    const worker = pubsub.client.subscription(subscription.name, {
      closeOptions: {
        behavior: SubscriptionCloseBehaviors.WaitForProcessing,
        timeout: Duration.from({ seconds: 8 }),
      },
    });
    let attempt = 0;
    let finished = false;
    worker.on('message', (message: Message) => {
      attempt = message.deliveryAttempt;
      void working(1500).then(() => {
        message.ack();
        finished = true;
      });
    });
    await until('the second attempt runs', () => attempt > 0);
    await worker.close();
    expect({ attempt, finished }).toEqual({ attempt: 2, finished: true });
    expect(statsOf(subscription)).toMatchObject({ backlog: 0, acknowledged: 1 });
  });
});

describe('exactly-once subscriptions', () => {
  it('confirm a current ack and refuse a stale one', async () => {
    const { topic, subscription } = await aTopic(pubsub.client, {
      enableExactlyOnceDelivery: true,
    });
    const { subscriber } = rawClientsOf(pubsub.server);
    const got: Message[] = [];
    subscription.on('message', (message: Message) => got.push(message));
    await topic.publishMessage({ data: Buffer.from('x') });
    await until('a first delivery', () => got.length === 1);
    const [first] = got;
    const ackIds = [first?.ackId ?? ''];
    await subscriber.modifyAckDeadline({
      subscription: subscription.name,
      ackIds,
      ackDeadlineSeconds: 0,
    });
    await until('a second delivery', () => got.length === 2);
    await expect(got[1]?.ackWithResponse()).resolves.toBe('SUCCESS');
    const refused = await first?.ackWithResponse().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AckError);
    expect(refused).toMatchObject({ errorCode: 'INVALID' });
    await subscription.close();
  });
});
