import type { v1 } from '@google-cloud/pubsub';
import { until } from './pubsub-under-test.ts';

/** What was pulled: ack ids by the text of the message. */
export type Pulled = ReadonlyMap<string, string>;

/** One message of text. */
export const message = (
  text: string,
  attributes: Record<string, string> = {},
  orderingKey = '',
) => ({
  data: Buffer.from(text),
  attributes,
  orderingKey,
});

/** Pulls until exactly these messages have come, in any order; each stays leased. @throws Error otherwise. */
export async function pullExactly(
  subscriber: v1.SubscriberClient,
  subscription: string,
  texts: readonly string[],
): Promise<Pulled> {
  const pulled = new Map<string, string>();
  const pullSome = async () => {
    // Asking for an answer at once keeps a test for what must not come from waiting a minute.
    const request = { subscription, maxMessages: 1000, returnImmediately: true };
    const [{ receivedMessages }] = await subscriber.pull(request);
    for (const { ackId, message } of receivedMessages ?? []) {
      pulled.set(Buffer.from(message?.data ?? '').toString(), ackId ?? '');
    }
    return pulled.size >= texts.length;
  };
  await until(`these are pulled: ${texts.join(', ')}`, pullSome);
  await pullSome();
  expect([...pulled.keys()].toSorted()).toEqual([...texts].toSorted());
  return pulled;
}

/** The same, and acknowledges them. */
export async function takeExactly(
  subscriber: v1.SubscriberClient,
  subscription: string,
  texts: readonly string[],
): Promise<void> {
  const pulled = await pullExactly(subscriber, subscription, texts);
  const ackIds = [...pulled.values()];
  if (ackIds.length > 0) await subscriber.acknowledge({ subscription, ackIds });
}
