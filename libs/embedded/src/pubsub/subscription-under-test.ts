import { BacklogStore } from './backlog-store.ts';
import type { Consumer, Delivery } from './delivery.ts';
import { notFound } from './grpc-errors.ts';
import { Journal } from './journal.ts';
import { ManualTime } from './manual-time.fake.ts';
import { openPubSubDatabase } from './pubsub-database.ts';
import { completeSubscription } from './subscription-config.ts';
import { aSubscription } from './subscription.builder.ts';
import { Subscription } from './subscription.ts';
import type { SubscriptionConfig } from './wire-types.ts';

/** Keeps what it gets and never answers by itself. */
export class RecordingConsumer implements Consumer {
  maxMessages = 0;
  maxBytes = 0;
  ackDeadlineSeconds = 10;
  congested = false;
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
    return this.got.map(({ id }) => id);
  }
}

const ends: (() => void)[] = [];

/** For afterEach. */
export function closeDatabases(): void {
  for (const end of ends.splice(0)) end();
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
  const database = openPubSubDatabase(undefined, 'off');
  const journal = new Journal(database, (error) => {
    throw error;
  });
  const deadLettered: string[] = [];
  const subscription = new Subscription(completeSubscription(aSubscription(changes)), {
    time,
    journal,
    store: new BacklogStore(database),
    log: () => undefined,
    deadLetter: (from, delivery, topic) => {
      if (!deadLetterTopicExists) return false;
      deadLettered.push(`${delivery.id} after ${delivery.failures} to ${topic}`);
      from.moveAway(delivery);
      return true;
    },
  });
  ends.push(() => {
    subscription.stop(notFound(subscription.name));
    journal.flush();
    database.close();
  });
  const ackIdOf = (delivery: Delivery | undefined): string => {
    if (delivery === undefined) throw new Error('nothing was delivered');
    const received = subscription.toReceived(delivery);
    if (received === undefined) throw new Error('the message is gone');
    return received.ackId;
  };
  let lastId = 0;
  const write = (orderingKey: string, size: number, failures: number) => {
    lastId += 1;
    const id = String(lastId);
    const data = Buffer.alloc(size);
    const attributes = {};
    journal.addMessage({
      id,
      topic: 't',
      data,
      attributes,
      orderingKey,
      publishedAtMs: time.now(),
    });
    journal.addDelivery(subscription.name, id, orderingKey);
    if (failures > 0) journal.markFailed(subscription.name, id, failures);
    journal.flush();
    return { id, bytes: size, orderingKey, failures: 0 };
  };
  return {
    time,
    subscription,
    deadLettered,
    /** Stored as by a server before, without telling the subscription. */
    store: (failures = 0, orderingKey = '') => write(orderingKey, 1, failures).id,
    publish: (orderingKey = '', size = 1): void => {
      subscription.enqueue(write(orderingKey, size, 0));
      subscription.pump();
      journal.flush();
    },
    reload: (): void => {
      subscription.reload();
      subscription.pump();
      journal.flush();
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
    stats: () => {
      journal.flush();
      return subscription.stats();
    },
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
