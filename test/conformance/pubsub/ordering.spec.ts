import { type Message } from '@google-cloud/pubsub';
import {
  cleanUp,
  aTopic,
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

const orderedTopic = () =>
  aTopic(pubsub.client, { enableMessageOrdering: true }, { messageOrdering: true });

describe('ordering keys', () => {
  it('keep 10 keys of 30 messages in order, also when some are nacked', async () => {
    const { topic, subscription } = await orderedTopic();
    const seen = new Map<string, number[]>();
    let total = 0;
    let nacks = 0;
    subscription.on('message', (message: Message) => {
      const number = Number(message.data.toString());
      if (number % 10 === 7 && nacks < 25) {
        nacks += 1;
        message.nack();
        return;
      }
      void working(number % 5).then(() => {
        const { orderingKey = '' } = message;
        seen.set(orderingKey, [...(seen.get(orderingKey) ?? []), number]);
        total += 1;
        message.ack();
      });
    });
    const numbers = Array.from({ length: 30 }, (_, i) => i);
    const keys = Array.from({ length: 10 }, (_, k) => `k${k}`);
    await Promise.all(
      keys.flatMap((orderingKey) =>
        numbers.map((i) => topic.publishMessage({ data: Buffer.from(`${i}`), orderingKey })),
      ),
    );
    await until('all 300 handled', () => total === 300, 60_000);
    expect(nacks).toBe(25);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(keys.map((key) => [key, numbers])));
    await subscription.close();
  });

  it('hold the second message back until the first is acknowledged', async () => {
    const { topic, subscription } = await orderedTopic();
    const { subscriber } = rawClientsOf(pubsub.server);
    await topic.publishMessage({ data: Buffer.from('first'), orderingKey: 'k' });
    await topic.publishMessage({ data: Buffer.from('second'), orderingKey: 'k' });
    const pull = async () => {
      const request = { subscription: subscription.name, maxMessages: 10, returnImmediately: true };
      const [response] = await subscriber.pull(request);
      const messages = response.receivedMessages ?? [];
      return {
        texts: messages.map(({ message }) => String(message?.data)),
        ackIds: messages.map(({ ackId }) => ackId ?? ''),
      };
    };
    const first = await pull();
    expect(first.texts).toEqual(['first']);
    expect((await pull()).texts).toEqual([]);
    await subscriber.acknowledge({ subscription: subscription.name, ackIds: first.ackIds });
    expect((await pull()).texts).toEqual(['second']);
  });

  it('are not paused after a failed publish, against the documentation (client trap)', async () => {
    const { topic } = await orderedTopic();
    const publish = (text: string, attributes: Record<string, string> = {}) =>
      topic.publishMessage({ data: Buffer.from(text), orderingKey: 'k', attributes });
    await publish('1');
    await expect(publish('2', { ['k'.repeat(300)]: 'x' })).rejects.toMatchObject({ code: 3 });
    await expect(publish('3')).resolves.toMatch(/^\d+$/);
  });
});
