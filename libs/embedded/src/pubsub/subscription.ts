import { ackIdOf, ackPrefixOf, parseAckId } from './ack-id.ts';
import type { BacklogStore } from './backlog-store.ts';
import { ConsumerRing } from './consumer-ring.ts';
import type { Consumer, Delivery, QueuedMessage, StoredMessage } from './delivery.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import type { Filter } from './filter.ts';
import { invalidArgument, type PubSubError } from './grpc-errors.ts';
import type { Journal } from './journal.ts';
import type { PubSubLog } from './pubsub-log.ts';
import { retryDelayMs } from './retry-backoff.ts';
import { isPush } from './subscription-config.ts';
import { subscriptionFilter } from './subscription-filter.ts';
import type { SubscriptionStats } from './subscription-stats.ts';
import type { TimeSource } from './time-source.ts';
import { toTimestamp } from './wire-time.ts';
import type { ReceivedMessage, RetryPolicy, SubscriptionConfig } from './wire-types.ts';

/** What a subscription needs from the server around it. */
export interface SubscriptionPorts {
  readonly time: TimeSource;
  readonly journal: Journal;
  readonly store: BacklogStore;
  readonly log: PubSubLog;
  /** Moves the delivery to the topic and finishes it. False when there is no such topic. */
  readonly deadLetter: (from: Subscription, delivery: Delivery, topic: string) => boolean;
}

const SPENT_PAGE = 500;

/** Hands the messages of one subscription to its consumers and takes their answers. */
export class Subscription {
  readonly name: string;
  readonly wants: Filter;
  readonly #ports: SubscriptionPorts;
  readonly #ackPrefix: string;
  readonly #queue: DeliveryQueue;
  readonly #consumers = new ConsumerRing();
  #config: SubscriptionConfig;
  #stopped = false;
  #activeAtMs: number;
  #acknowledged = 0;
  #failedAttempts = 0;
  #deadLettered = 0;

  /** @throws PubSubError INVALID_ARGUMENT when the filter does not compile. */
  constructor(config: SubscriptionConfig, ports: SubscriptionPorts) {
    this.name = config.name;
    this.wants = subscriptionFilter(config.filter);
    this.#config = config;
    this.#ports = ports;
    this.#ackPrefix = ackPrefixOf(config.name);
    this.#activeAtMs = ports.time.now();
    this.#queue = new DeliveryQueue({
      ...ports,
      subscription: config.name,
      ordered: config.enableMessageOrdering,
      retains: () => this.#config.retainAckedMessages,
      onDue: (deliveries) => this.#onDue(deliveries),
    });
  }

  get config(): SubscriptionConfig {
    return this.#config;
  }

  /** Filter and ordering cannot change: the caller has checked that. */
  set config(config: SubscriptionConfig) {
    this.#config = config;
    this.touch();
  }

  /** Detached or deleted subscriptions take nothing any more. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** How long nobody has used it; an open stream or a waiting pull is use, an idle push is not. */
  get idleMs(): number {
    const inUse = this.#consumers.size > 0 && !isPush(this.#config);
    return inUse ? 0 : this.#ports.time.now() - this.#activeAtMs;
  }

  /** @param idleMs how long it was idle before, e.g. before a restart. */
  touch(idleMs = 0): void {
    this.#activeAtMs = this.#ports.time.now() - idleMs;
  }

  /** Takes a message that was just written for it; call pump() after the last one. */
  enqueue(message: QueuedMessage): void {
    this.#queue.add(message);
  }

  /**
   * Takes over what the database holds, as after a restart or a seek. Leases run on. What spent its
   * last attempt before a restart goes to the dead letters at once. Call pump() after.
   */
  reload(): void {
    this.#queue.reload();
    const policy = this.#config.deadLetterPolicy;
    if (policy === null) return;
    const failures = policy.maxDeliveryAttempts;
    for (let afterId = 0, read = SPENT_PAGE; read === SPENT_PAGE;) {
      const range = { failures, afterId, limit: SPENT_PAGE };
      const page = this.#ports.store.spent(this.name, range);
      for (const message of page) {
        const delivery = this.#queue.load(message);
        if (delivery !== undefined) this.#deadLetterWhenSpent(delivery);
        afterId = Number(message.id);
      }
      read = page.length;
    }
  }

  attach(consumer: Consumer): void {
    this.#consumers.add(consumer);
    this.touch();
    this.pump();
  }

  /** Its leases run on: like the real service, a lost stream is noticed by the ack deadline. */
  detach(consumer: Consumer): void {
    this.#consumers.remove(consumer);
    this.touch();
  }

  /**
   * Hands ready messages to consumers in turn, within their flow control. The lease is journalled
   * before the bytes leave, so that a message which kills the whole process has been counted.
   */
  pump(): void {
    if (this.#stopped) return;
    const { batches, cut } = this.#consumers.share((consumer) => {
      const delivery = this.#queue.takeReady();
      if (delivery !== undefined) this.#queue.lease(delivery, consumer);
      return delivery;
    });
    if (batches.size === 0) return;
    this.#ports.journal.afterWrite(() => {
      for (const [consumer, batch] of batches) consumer.send(batch);
      if (cut) this.pump();
    });
  }

  /**
   * Acknowledges by ack ids. A late ack still counts unless the subscription is exactly-once.
   * @returns the ids that were stale, for exactly-once subscriptions; else none.
   * @throws PubSubError INVALID_ARGUMENT for an id that is not of this subscription.
   */
  acknowledge(ackIds: readonly string[]): string[] {
    const stale: string[] = [];
    for (const { ackId, messageId, delivery, isCurrent } of this.#resolve(ackIds)) {
      if (this.#config.enableExactlyOnceDelivery && !isCurrent) stale.push(ackId);
      else if (delivery !== undefined) this.complete(delivery);
      else if (this.#queue.finishUnloaded(messageId)) this.#acknowledged += 1;
    }
    this.touch();
    this.pump();
    return stale;
  }

  /**
   * Makes leases end `seconds` from now; 0 is a nack.
   * @returns the ids that no longer hold a lease.
   * @throws PubSubError INVALID_ARGUMENT for a bad deadline or an id that is not of this subscription.
   */
  modifyAckDeadline(ackIds: readonly string[], seconds: number): string[] {
    if (seconds < 0 || seconds > 600) {
      throw invalidArgument(
        `Invalid ack deadline: ${seconds}; it must be between 0 and 600 seconds`,
      );
    }
    const stale: string[] = [];
    for (const { ackId, delivery, isCurrent } of this.#resolve(ackIds)) {
      if (delivery === undefined || !isCurrent) stale.push(ackId);
      else if (seconds === 0) this.fail(delivery);
      else this.#queue.extend(delivery, seconds);
    }
    this.touch();
    this.pump();
    return stale;
  }

  /** The message is done with. */
  complete(delivery: Delivery): void {
    if (delivery.state === 'gone') return;
    this.#queue.finish(delivery);
    this.#acknowledged += 1;
    this.touch();
  }

  /** Ends a lease as a failed attempt: dead letter, back-off or ready again. Call pump() after. */
  fail(delivery: Delivery, retryPolicy: RetryPolicy | null = this.#config.retryPolicy): void {
    this.#queue.countFailure(delivery);
    this.#failedAttempts += 1;
    if (this.#deadLetterWhenSpent(delivery)) return;
    this.#queue.retry(delivery, retryDelayMs(retryPolicy, delivery.failures));
  }

  /** Drops a delivery that went to a dead-letter topic. */
  moveAway(delivery: Delivery): void {
    this.#queue.finish(delivery);
    this.#deadLettered += 1;
  }

  /** Ends all consumers with the reason; nothing is handed out any more. */
  stop(reason: PubSubError): void {
    this.#stopped = true;
    this.#queue.stop();
    this.#consumers.end(reason);
  }

  /** Drops all messages from memory; the caller deletes them on disk. */
  clear(): void {
    this.#queue.clear();
  }

  /** What to send for a delivery; undefined when it was finished while it waited to be sent. */
  toReceived(delivery: Delivery): ReceivedMessage | undefined {
    const stored = this.messageOf(delivery);
    if (stored === undefined) return undefined;
    const { id: messageId, data, attributes, orderingKey, publishedAtMs } = stored;
    const publishTime = toTimestamp(publishedAtMs);
    return {
      ackId: ackIdOf(this.#ackPrefix, delivery),
      message: { data, attributes, messageId, publishTime, orderingKey },
      deliveryAttempt: this.attemptOf(delivery) ?? 0,
    };
  }

  /** The body, read from disk: the memory does not keep it. */
  messageOf({ id }: Delivery): StoredMessage | undefined {
    return this.#ports.store.message(id);
  }

  /** 1 for the first delivery; like the real service only with a dead-letter policy. */
  attemptOf(delivery: Delivery): number | undefined {
    return this.#config.deadLetterPolicy === null ? undefined : delivery.failures + 1;
  }

  /** As far as it is written: flush the journal first. */
  stats(): SubscriptionStats {
    const { store, time } = this.#ports;
    const oldest = store.oldestPublishedAtMs(this.name);
    return {
      backlog: store.count(this.name),
      inMemory: this.#queue.loaded,
      leased: this.#queue.leased,
      consumers: this.#consumers.size,
      oldestAgeMs: oldest === undefined ? 0 : time.now() - oldest,
      acknowledged: this.#acknowledged,
      failedAttempts: this.#failedAttempts,
      deadLettered: this.#deadLettered,
    };
  }

  #onDue(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      if (delivery.state === 'backoff') this.#queue.makeReady(delivery);
      if (delivery.state !== 'leased') continue;
      const { id } = delivery;
      this.#ports.log({ level: 'debug', message: 'lease expired', subscription: this.name, id });
      this.fail(delivery);
    }
    this.pump();
  }

  #deadLetterWhenSpent(delivery: Delivery): boolean {
    const policy = this.#config.deadLetterPolicy;
    if (policy === null || delivery.failures < policy.maxDeliveryAttempts) return false;
    return this.#ports.deadLetter(this, delivery, policy.deadLetterTopic);
  }

  #resolve(ackIds: readonly string[]) {
    return ackIds.map((ackId) => {
      const { messageId, generation } = parseAckId(this.#ackPrefix, ackId);
      const delivery = this.#queue.find(messageId);
      const isCurrent = delivery?.state === 'leased' && delivery.generation === generation;
      return { ackId, messageId, delivery, isCurrent };
    });
  }
}
