import type { Consumer, Delivery, StoredMessage } from './delivery.ts';
import { Journal } from './journal.ts';
import { ManualTime } from './manual-time.fake.ts';
import { completeSubscription } from './subscription-config.ts';
import { aSubscription } from './subscription.builder.ts';
import { Subscription } from './subscription.ts';
import type { SubscriptionConfig } from './wire-types.ts';

/** Keeps what it gets and never answers by itself. */
export class RecordingConsumer implements Consumer {
  maxMessages = 0;
  maxBytes = 0;
  ackDeadlineSeconds = 10;
  takesOneBatch = false;
  outstandingMessages = 0;
  outstandingBytes = 0;
  ended: string | undefined;
  readonly got: Delivery[] = [];

  send(batch: readonly Delivery[]): void {
    this.got.push(...batch);
  }

  end(reason: Error): void {
    this.ended = reason.message;
  }

  get ids(): string[] {
    return this.got.map(({ message }) => message.id);
  }
}

/**
 * A subscription on a clock and a journal that a test moves by hand. `publish`, `consumer`, `advance`,
 * `ack` and `nack` let everything happen that follows from them before they return.
 */
export function subscriptionUnderTest(
  changes: Partial<SubscriptionConfig> = {},
  deadLetterTopicExists = true,
) {
  const time = new ManualTime();
  const journal = new Journal(undefined, (error) => {
    throw error;
  });
  const deadLettered: string[] = [];
  const subscription = new Subscription(completeSubscription(aSubscription(changes)), {
    time,
    journal,
    log: () => undefined,
    deadLetter: (from, delivery, topic) => {
      if (!deadLetterTopicExists) return false;
      deadLettered.push(`${delivery.message.id} after ${delivery.failures} to ${topic}`);
      from.moveAway(delivery);
      return true;
    },
  });
  const ackIdOf = (delivery: Delivery | undefined): string => {
    if (delivery === undefined) throw new Error('nothing was delivered');
    return subscription.toReceived(delivery).ackId;
  };
  let lastId = 0;
  return {
    time,
    subscription,
    deadLettered,
    publish: (orderingKey = '', size = 1): StoredMessage => {
      lastId += 1;
      const message = {
        id: String(lastId),
        topic: 't',
        data: Buffer.alloc(size),
        attributes: {},
        orderingKey,
        publishedAtMs: time.now(),
        references: 1,
      };
      subscription.enqueue(message);
      subscription.pump();
      journal.flush();
      return message;
    },
    consumer: (limits: Partial<RecordingConsumer> = {}): RecordingConsumer => {
      const consumer = Object.assign(new RecordingConsumer(), limits);
      subscription.attach(consumer);
      journal.flush();
      return consumer;
    },
    advance: (ms: number): void => {
      time.advance(ms);
      journal.flush();
    },
    ackIdOf,
    nack: (delivery: Delivery | undefined): void => {
      subscription.modifyAckDeadline([ackIdOf(delivery)], 0);
      journal.flush();
    },
    ack: (delivery: Delivery | undefined): void => {
      subscription.acknowledge([ackIdOf(delivery)]);
      journal.flush();
    },
  };
}
