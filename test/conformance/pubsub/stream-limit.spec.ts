import { randomUUID } from 'node:crypto';
import { credentials } from '@grpc/grpc-js';
import { v1 } from '@google-cloud/pubsub';
import { message } from './pulling.ts';
import {
  cleanUp,
  onCleanUp,
  rawClientsOf,
  startPubSubUnderTest,
  staysTrue,
  until,
  type PubSubUnderTest,
} from './pubsub-under-test.ts';

const MOST_STREAMS = 100;

let pubsub: PubSubUnderTest;
let clients: ReturnType<typeof rawClientsOf>;
beforeAll(async () => {
  pubsub = await startPubSubUnderTest();
  clients = rawClientsOf(pubsub.server);
});
afterAll(cleanUp);

function openStream(subscription: string) {
  const stream = clients.subscriber.streamingPull();
  const seen = { answers: 0 };
  stream.on('data', () => (seen.answers += 1));
  stream.on('error', () => undefined);
  stream.write({ subscription, streamAckDeadlineSeconds: 10 });
  return { seen, stream };
}

// Google's service allows 100 streams per HTTP/2 connection, and a client that opens more hangs
// without any error: https://github.com/googleapis/nodejs-pubsub/issues/550. Google's emulator has
// no such limit.
describe('one connection', () => {
  it('carries 100 streams: the 101st waits until one ends, and so does every other call', async () => {
    const topic = `projects/conformance/topics/limit-${randomUUID()}`;
    const subscription = `projects/conformance/subscriptions/limit-${randomUUID()}`;
    await clients.publisher.createTopic({ name: topic });
    await clients.subscriber.createSubscription({ name: subscription, topic });
    const opened = Array.from({ length: MOST_STREAMS }, () => openStream(subscription));
    await until('100 streams are open', () => opened.every(({ seen }) => seen.answers > 0));

    const waiting = openStream(subscription);
    let answered = false;
    const call = clients.subscriber.getSubscription({ subscription }).then(() => {
      answered = true;
    });
    await staysTrue('both wait', () => waiting.seen.answers === 0 && !answered, 1500);
    expect(pubsub.server.stats()[subscription]?.consumers).toBe(MOST_STREAMS);

    // Ended and not cancelled: Node's HTTP/2 server still counts a stream that was just reset, and
    // turns away what the client sends in its place in the same moment.
    for (const { stream } of opened.slice(0, 2)) stream.end();
    await until('the 101st is open', () => waiting.seen.answers > 0);
    await call;
    for (const { stream } of [...opened, waiting]) stream.end();
    await until('all are closed', () => pubsub.server.stats()[subscription]?.consumers === 0);
  });

  // grpc-js lets clients to the same address share a connection unless it is told not to.
  it('of its own gives a publisher room beside 100 streams', async () => {
    const topic = `projects/conformance/topics/limit-${randomUUID()}`;
    const subscription = `projects/conformance/subscriptions/limit-${randomUUID()}`;
    await clients.publisher.createTopic({ name: topic });
    await clients.subscriber.createSubscription({ name: subscription, topic });
    const opened = Array.from({ length: MOST_STREAMS }, () => openStream(subscription));
    await until('100 streams are open', () => opened.every(({ seen }) => seen.answers > 0));
    const publisher = new v1.PublisherClient({
      servicePath: '127.0.0.1',
      port: pubsub.server.port,
      sslCreds: credentials.createInsecure(),
      projectId: 'conformance',
      'grpc.use_local_subchannel_pool': 1,
    });
    onCleanUp(() => publisher.close());
    await publisher.publish({ topic, messages: [message('a')] });
    await until('delivered', () => pubsub.server.stats()[subscription]?.leased === 1);
    for (const { stream } of opened) stream.end();
  });
});
