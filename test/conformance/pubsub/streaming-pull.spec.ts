import type { protos } from '@google-cloud/pubsub';
import {
  cleanUp,
  aTopic,
  rawClientsOf,
  startPubSubUnderTest,
  until,
  type PubSubUnderTest,
} from './pubsub-under-test.ts';

type Response = protos.google.pubsub.v1.IStreamingPullResponse;

let pubsub: PubSubUnderTest;
let clients: ReturnType<typeof rawClientsOf>;
beforeAll(async () => {
  pubsub = await startPubSubUnderTest();
  clients = rawClientsOf(pubsub.server);
});
afterAll(cleanUp);

function openStream(subscription: string, request: object = {}) {
  const stream = clients.subscriber.streamingPull();
  const responses: Response[] = [];
  const codes: number[] = [];
  stream.on('data', (response: Response) => responses.push(response));
  stream.on('error', ({ code }: { code?: number }) => codes.push(code ?? -1));
  stream.write({ subscription, streamAckDeadlineSeconds: 10, ...request });
  const received = () => responses.flatMap(({ receivedMessages }) => receivedMessages ?? []);
  return { stream, responses, codes, received };
}

describe('a streaming pull', () => {
  it('tells the properties of the subscription first', async () => {
    const { subscription } = await aTopic(pubsub.client, { enableMessageOrdering: true });
    const { stream, responses } = openStream(subscription.name);
    await until('a first response', () => responses.length === 1);
    expect(responses[0]?.subscriptionProperties).toMatchObject({
      exactlyOnceDeliveryEnabled: false,
      messageOrderingEnabled: true,
    });
    stream.end();
  });

  // Clients ping every 30 s and give the stream up when no answer comes within 15 s.
  it('answers the keep-alive of a protocol 1 client', async () => {
    const { subscription } = await aTopic(pubsub.client);
    const { stream, responses } = openStream(subscription.name, { protocolVersion: 1 });
    await until('the stream is open', () => responses.length === 1);
    stream.write({});
    await until('an answer', () => responses.length === 2);
    expect(responses[1]?.receivedMessages).toEqual([]);
    stream.end();
  });

  it('takes acks, nacks and a new deadline on the stream itself', async () => {
    const { topic, subscription } = await aTopic(pubsub.client);
    const stats = () => pubsub.server.stats()[subscription.name];
    const { stream, received } = openStream(subscription.name);
    await topic.publishMessage({ data: Buffer.from('x') });
    await until('a delivery', () => received().length === 1);
    const modifyDeadlineAckIds = [received()[0]?.ackId ?? ''];
    stream.write({
      modifyDeadlineAckIds,
      modifyDeadlineSeconds: [0],
      streamAckDeadlineSeconds: 20,
    });
    await until('a second delivery', () => received().length === 2);
    stream.write({ ackIds: [received()[1]?.ackId ?? ''] });
    await until('acknowledged', () => stats()?.acknowledged === 1);
    expect(stats()).toMatchObject({ backlog: 0, failedAttempts: 1 });
    stream.end();
    await until('the stream is gone', () => stats()?.consumers === 0);
  });

  it('sends a large backlog in parts that a client accepts', async () => {
    const { topic, subscription } = await aTopic(pubsub.client);
    const data = Buffer.alloc(400_000);
    await Promise.all(Array.from({ length: 20 }, () => topic.publishMessage({ data })));
    const { stream, responses, received } = openStream(subscription.name);
    await until('all delivered', () => received().length === 20);
    for (const { receivedMessages } of responses) {
      expect(receivedMessages?.length ?? 0).toBeLessThanOrEqual(3);
    }
    stream.end();
  });

  it('ends with a status when it cannot be', async () => {
    const { subscription } = await aTopic(pubsub.client);
    const pushed = await aTopic(pubsub.client, {
      pushConfig: { pushEndpoint: 'http://127.0.0.1:1' },
    });
    const missing = openStream('projects/conformance/subscriptions/missing');
    const short = openStream(subscription.name, { streamAckDeadlineSeconds: 9 });
    const push = openStream(pushed.subscription.name);
    const garbage = openStream(subscription.name);
    garbage.stream.write({ ackIds: ['garbage'] });
    const uneven = openStream(subscription.name);
    uneven.stream.write({ modifyDeadlineAckIds: ['a'], modifyDeadlineSeconds: [] });
    const late = openStream(subscription.name);
    late.stream.write({ maxOutstandingMessages: 5 });
    const streams = [missing, short, push, garbage, uneven, late];
    await until('all have ended', () => streams.every(({ codes }) => codes.length > 0));
    expect(streams.map(({ codes }) => codes[0])).toEqual([5, 3, 9, 3, 3, 3]);
    expect(pubsub.server.stats()[subscription.name]?.consumers).toBe(0);
  });
});
