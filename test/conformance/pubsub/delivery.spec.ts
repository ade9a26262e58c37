import { Duration, type Message } from '@google-cloud/pubsub';
import {
  cleanUp,
  aTopic,
  startPubSubUnderTest,
  staysTrue,
  until,
  working,
  type PubSubUnderTest,
} from './pubsub-under-test.ts';
import { Statistics } from './statistics.ts';

let pubsub: PubSubUnderTest;
beforeAll(async () => {
  pubsub = await startPubSubUnderTest();
});
afterAll(cleanUp);

const told = new Statistics(() => pubsub);

describe('delivery to the real client', () => {
  it('keeps data, attributes, id and publish time, and forgets what was acknowledged', async () => {
    const { topic, subscription } = await aTopic(pubsub.client);
    const got: Message[] = [];
    subscription.on('message', (message: Message) => {
      got.push(message);
      message.ack();
    });
    const attributes = { runId: 'r1', version: '2' };
    const id = await topic.publishMessage({ data: Buffer.from('héllo 你好'), attributes });
    await until('one message', () => got.length > 0);
    await told.until('acknowledged', subscription, ({ acknowledged }) => acknowledged === 1);
    expect(got).toHaveLength(1);
    expect(got[0]).toMatchObject({ id, attributes, orderingKey: '' });
    expect(got[0]?.data.toString()).toBe('héllo 你好');
    expect(Math.abs(Date.now() - (got[0]?.publishTime.getTime() ?? 0))).toBeLessThan(10_000);
    told.expect(subscription, { backlog: 0, leased: 0 });
    await subscription.close();
  });

  it('sends each subscription what its filter selects', async () => {
    const [topic] = await pubsub.client.createTopic('filtered');
    const subscribe = async (id: string, filter: string) => {
      const [subscription] = await topic.createSubscription(id, { filter });
      const got: string[] = [];
      subscription.on('message', (message: Message) => {
        got.push(message.data.toString());
        message.ack();
      });
      return { subscription, got };
    };
    const plan = await subscribe('planned', 'attributes.stage = "plan" AND NOT attributes:dry');
    const write = await subscribe('written', 'hasPrefix(attributes.stage, "w")');
    const publish = (text: string, attributes: Record<string, string>) =>
      topic.publishMessage({ data: Buffer.from(text), attributes });
    await publish('1', { stage: 'plan' });
    await publish('2', { stage: 'plan', dry: '1' });
    await publish('3', { stage: 'write' });
    await publish('4', { stage: 'plan' });
    await until('two plans and one write', () => plan.got.length === 2 && write.got.length === 1);
    expect(plan.got.toSorted()).toEqual(['1', '4']);
    expect(write.got).toEqual(['3']);
    await told.until('all acknowledged', plan.subscription, ({ backlog }) => backlog === 0);
    told.expect(plan.subscription, { acknowledged: 2 });
    await Promise.all([plan.subscription.close(), write.subscription.close()]);
  });

  // With the client's default of 5 streams they would need 100, all that one connection carries:
  // publishing and acknowledging would hang (see stream-limit.spec.ts).
  it('serves 20 subscriptions with 80 streams at once', async () => {
    const each = 100;
    const workers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { topic, subscription: created } = await aTopic(pubsub.client);
        const options = { streamingOptions: { maxStreams: 4 } };
        const subscription = pubsub.client.subscription(created.name, options);
        const got = new Set<string>();
        subscription.on('message', (message: Message) => {
          got.add(message.data.toString());
          message.ack();
        });
        return { topic, subscription, got };
      }),
    );
    await Promise.all(
      workers.flatMap(({ topic }) =>
        Array.from({ length: each }, (_, i) => topic.publishMessage({ data: Buffer.from(`${i}`) })),
      ),
    );
    await until('everything handled', () => workers.every(({ got }) => got.size === each));
    await Promise.all(workers.map(({ subscription }) => subscription.close()));
  });

  it('ends the stream with NOT_FOUND when the subscription is deleted', async () => {
    const { subscription } = await aTopic(pubsub.client);
    const codes: unknown[] = [];
    subscription.on('error', ({ code }: { code?: unknown }) => codes.push(code));
    subscription.on('message', () => undefined);
    await told.until('streams are open', subscription, ({ consumers }) => consumers > 0);
    await pubsub.client.subscription(subscription.name).delete();
    await until('the client is told', () => codes.includes(5));
    await subscription.close();
  });
});

describe('leases', () => {
  it.concurrent('are extended by the client while a handler runs past the deadline', async () => {
    const { topic, subscription } = await aTopic(pubsub.client);
    let deliveries = 0;
    let isDone = false;
    subscription.on('message', (message: Message) => {
      deliveries += 1;
      void working(21_000).then(() => {
        message.ack();
        isDone = true;
      });
    });
    await topic.publishMessage({ data: Buffer.from('slow') });
    await until('the handler is done', () => isDone, 40_000);
    await told.until('acknowledged', subscription, ({ acknowledged }) => acknowledged === 1);
    expect(deliveries).toBe(1);
    told.expect(subscription, { backlog: 0, failedAttempts: 0 });
    await subscription.close();
  });

  it.concurrent('that nobody extends run out, and the message comes again', async () => {
    const { topic, subscription } = await aTopic(pubsub.client);
    const worker = pubsub.client.subscription(subscription.name, {
      maxExtensionTime: Duration.from({ millis: 1 }),
    });
    const at: number[] = [];
    worker.on('message', (message: Message) => {
      at.push(Date.now());
      if (at.length === 2) message.ack();
    });
    await topic.publishMessage({ data: Buffer.from('slow') });
    await until('a second delivery', () => at.length === 2, 40_000);
    const [first = 0, second = 0] = at;
    expect(second - first).toBeGreaterThan(9_500);
    told.expect(subscription, { failedAttempts: 1 });
    await worker.close();
  });

  it.concurrent(
    'are kept for a handler that throws: neither acked nor nacked (client trap)',
    async () => {
      const { topic, subscription } = await aTopic(pubsub.client);
      let deliveries = 0;
      subscription.on('debug', () => undefined);
      subscription.on('message', () => {
        deliveries += 1;
        throw new Error('a bug in a handler');
      });
      await topic.publishMessage({ data: Buffer.from('x') });
      await until('the handler ran', () => deliveries === 1);
      await staysTrue(
        'delivered once and leased, past the deadline of 10 s',
        () => deliveries === 1 && told.hold(subscription, ({ leased }) => leased === 1),
        12_000,
      );
      await subscription.close();
    },
  );

  it.concurrent.each([
    ['the default', {}, {}, 60],
    ['allowExcessMessages: false', { allowExcessMessages: false }, {}, 4],
    ['one stream', { allowExcessMessages: false }, { streamingOptions: { maxStreams: 1 } }, 4],
  ])('respect flow control of 4 messages with %s', async (_, flow, streams, most) => {
    const { topic, subscription } = await aTopic(pubsub.client);
    const worker = pubsub.client.subscription(subscription.name, {
      flowControl: { maxMessages: 4, ...flow },
      ...streams,
    });
    const publishing = Array.from({ length: 60 }, (_, i) =>
      topic.publishMessage({ data: Buffer.from(`m${i}`) }),
    );
    await Promise.all(publishing);
    let running = 0;
    let peak = 0;
    let done = 0;
    worker.on('message', (message: Message) => {
      running += 1;
      peak = Math.max(peak, running);
      void working(100).then(() => {
        running -= 1;
        done += 1;
        message.ack();
      });
    });
    await until('all 60 handled', () => done === 60, 30_000);
    expect(peak).toBeLessThanOrEqual(most);
    await worker.close();
  });
});
