import { ackIdOf, ackPrefixOf, parseAckId } from './ack-id.ts';
import { ConsumerRing } from './consumer-ring.ts';
import type { Consumer, Delivery, StoredMessage } from './delivery.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { compileFilter, type Filter } from './filter.ts';
import { FilterSyntaxError } from './filter-syntax-error.ts';
import { invalidArgument, type PubSubError } from './grpc-errors.ts';
import type { Journal } from './journal.ts';
import type { PubSubLog } from './pubsub-log.ts';
import { retryDelayMs } from './retry-backoff.ts';
import type { SubscriptionStats } from './subscription-stats.ts';
import type { TimeSource } from './time-source.ts';
import { toSeconds, toTimestamp } from './wire-time.ts';
import type { ReceivedMessage, RetryPolicy, SubscriptionConfig } from './wire-types.ts';

/** What a subscription needs from the server around it. */
export interface SubscriptionPorts {
  readonly time: TimeSource;
  readonly journal: Journal;
  readonly log: PubSubLog;
  /** Moves the delivery to the topic and finishes it. False when there is no such topic. */
  readonly deadLetter: (from: Subscription, delivery: Delivery, topic: string) => boolean;
}

/** Hands the messages of one subscription to its consumers and takes their answers. */
export class Subscription {
  readonly name: string;
  readonly #ports: SubscriptionPorts;
  readonly #ackPrefix: string;
  readonly #filter: Filter | undefined;
  readonly #queue: DeliveryQueue;
  readonly #consumers = new ConsumerRing();
  #config: SubscriptionConfig;
  #stopped = false;
  #acknowledged = 0;
  #failedAttempts = 0;
  #deadLettered = 0;

  /** @throws PubSubError INVALID_ARGUMENT when the filter does not compile. */
  constructor(config: SubscriptionConfig, ports: SubscriptionPorts) {
    this.name = config.name;
    this.#config = config;
    this.#ports = ports;
    this.#ackPrefix = ackPrefixOf(config.name);
    this.#filter = config.filter === '' ? undefined : compile(config.filter);
    this.#queue = new DeliveryQueue({
      subscription: config.name,
      ordered: config.enableMessageOrdering,
      time: ports.time,
      journal: ports.journal,
      onDue: (deliveries) => this.#onDue(deliveries),
    });
  }

  get config(): SubscriptionConfig {
    return this.#config;
  }

  /** Filter and ordering cannot change: the caller has checked that. */
  set config(config: SubscriptionConfig) {
    this.#config = config;
  }

  /** Detached or deleted subscriptions take nothing any more. */
  get stopped(): boolean {
    return this.#stopped;
  }

  wants({ attributes }: Pick<StoredMessage, 'attributes'>): boolean {
    return this.#filter?.(attributes) ?? true;
  }

  /** Takes a journalled message; call pump() after the last one. */
  enqueue(message: StoredMessage): void {
    this.#queue.add(message);
  }

  /** Takes a message from before a restart, with the attempts that failed until then. */
  restore(message: StoredMessage, failures: number): void {
    const delivery = this.#queue.add(message, failures);
    if (failures > 0) this.#deadLetterWhenSpent(delivery);
  }

  attach(consumer: Consumer): void {
    this.#consumers.add(consumer);
    this.pump();
  }

  /** Its leases run on: like the real service, a lost stream is noticed by the ack deadline. */
  detach(consumer: Consumer): void {
    this.#consumers.remove(consumer);
  }

  /**
   * Hands ready messages to consumers in turn, within their flow control. The lease is journalled
   * before the bytes leave, so that a message which kills the whole process has been counted.
   */
  pump(): void {
    if (this.#stopped) return;
    const batches = this.#consumers.share((consumer) => {
      const delivery = this.#queue.takeReady();
      if (delivery !== undefined) this.#queue.lease(delivery, consumer);
      return delivery;
    });
    if (batches.size === 0) return;
    this.#ports.journal.afterWrite(() => {
      for (const [consumer, batch] of batches) consumer.send(batch);
    });
  }

  /**
   * Acknowledges by ack ids. A late ack still counts unless the subscription is exactly-once.
   * @returns the ids that were stale, for exactly-once subscriptions; else none.
   * @throws PubSubError INVALID_ARGUMENT for an id that is not of this subscription.
   */
  acknowledge(ackIds: readonly string[]): string[] {
    const stale: string[] = [];
    for (const { ackId, delivery, isCurrent } of ackIds.map((id) => this.#resolve(id))) {
      if (this.#config.enableExactlyOnceDelivery && !isCurrent) stale.push(ackId);
      else if (delivery !== undefined) this.complete(delivery);
    }
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
    for (const { ackId, delivery, isCurrent } of ackIds.map((id) => this.#resolve(id))) {
      if (delivery === undefined || !isCurrent) stale.push(ackId);
      else if (seconds === 0) this.fail(delivery);
      else this.#queue.extend(delivery, seconds);
    }
    this.pump();
    return stale;
  }

  /** The message is done with. */
  complete(delivery: Delivery): void {
    if (delivery.state === 'gone') return;
    this.#queue.finish(delivery);
    this.#acknowledged += 1;
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

  /** Drops what is older than the retention; the service promises no more. */
  dropExpired(): void {
    const retentionMs = toSeconds(this.#config.messageRetentionDuration) * 1000;
    const oldestMs = this.#ports.time.now() - retentionMs;
    for (const delivery of this.#queue.all()) {
      if (delivery.message.publishedAtMs < oldestMs) this.#queue.finish(delivery);
    }
    this.pump();
  }

  /** Ends all consumers with the reason; nothing is handed out any more. */
  stop(reason: PubSubError): void {
    this.#stopped = true;
    this.#queue.stop();
    this.#consumers.end(reason);
  }

  /** Drops all messages; the caller journals that. */
  clear(): void {
    this.#queue.clear();
  }

  toReceived(delivery: Delivery): ReceivedMessage {
    const { id: messageId, data, attributes, orderingKey, publishedAtMs } = delivery.message;
    const publishTime = toTimestamp(publishedAtMs);
    return {
      ackId: ackIdOf(this.#ackPrefix, delivery),
      message: { data, attributes, messageId, publishTime, orderingKey },
      deliveryAttempt: this.attemptOf(delivery) ?? 0,
    };
  }

  /** 1 for the first delivery; like the real service only with a dead-letter policy. */
  attemptOf(delivery: Delivery): number | undefined {
    return this.#config.deadLetterPolicy === null ? undefined : delivery.failures + 1;
  }

  stats(): SubscriptionStats {
    const oldest = this.#queue.oldest;
    return {
      backlog: this.#queue.size,
      leased: this.#queue.leased,
      consumers: this.#consumers.size,
      oldestAgeMs: oldest === undefined ? 0 : this.#ports.time.now() - oldest.message.publishedAtMs,
      acknowledged: this.#acknowledged,
      failedAttempts: this.#failedAttempts,
      deadLettered: this.#deadLettered,
    };
  }

  #onDue(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      if (delivery.state === 'backoff') this.#queue.makeReady(delivery);
      if (delivery.state !== 'leased') continue;
      const { id } = delivery.message;
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

  #resolve(ackId: string): { ackId: string; delivery: Delivery | undefined; isCurrent: boolean } {
    const { messageId, generation } = parseAckId(this.#ackPrefix, ackId);
    const delivery = this.#queue.find(messageId);
    const isCurrent = delivery?.state === 'leased' && delivery.generation === generation;
    return { ackId, delivery, isCurrent };
  }
}

function compile(filter: string): Filter {
  try {
    return compileFilter(filter);
  } catch (error) {
    if (error instanceof FilterSyntaxError)
      throw invalidArgument(`Invalid filter: ${error.message}`);
    throw error;
  }
}
