import type { BacklogStore } from './backlog-store.ts';
import { deadLetterAttributes } from './dead-letter-attributes.ts';
import type { Delivery } from './delivery.ts';
import { alreadyExists, failedPrecondition, notFound, type PubSubError } from './grpc-errors.ts';
import type { Journal } from './journal.ts';
import { DELETED_TOPIC, MessageRouter } from './message-router.ts';
import type { PubSubLog } from './pubsub-log.ts';
import { PushDelivery } from './push-delivery.ts';
import type { PushSigner } from './push-signer.ts';
import { ReplayStore, type SeekTarget } from './replay-store.ts';
import { RetentionStore } from './retention-store.ts';
import { topicRetentionMs } from './retention.ts';
import { Snapshots } from './snapshots.ts';
import { isPush } from './subscription-config.ts';
import { Subscription } from './subscription.ts';
import type { TimeSource } from './time-source.ts';
import type {
  PublishedMessage,
  SnapshotConfig,
  SubscriptionConfig,
  TopicConfig,
} from './wire-types.ts';

/** What the broker is built from. */
export interface BrokerPorts {
  readonly time: TimeSource;
  readonly journal: Journal;
  readonly store: BacklogStore;
  readonly log: PubSubLog;
  readonly signer: PushSigner;
}

/** All topics and subscriptions, and the way of a message from one to the other. */
export class Broker {
  readonly snapshots: Snapshots;
  readonly #ports: BrokerPorts;
  readonly #retention: RetentionStore;
  readonly #replay: ReplayStore;
  readonly #topics = new Map<string, TopicConfig>();
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #router: MessageRouter;
  readonly #pushes = new Map<Subscription, PushDelivery>();

  constructor(ports: BrokerPorts) {
    this.#ports = ports;
    this.#retention = new RetentionStore(ports.journal);
    this.#replay = new ReplayStore(ports.journal);
    this.#router = new MessageRouter({ ...ports, isKept: (topic) => this.#isKept(topic) });
    this.snapshots = new Snapshots({
      ...ports,
      replay: this.#replay,
      nextMessageId: () => this.#router.nextMessageId,
    });
  }

  topics(): readonly TopicConfig[] {
    return [...this.#topics.values()];
  }

  subscriptions(): readonly Subscription[] {
    return [...this.#subscriptions.values()];
  }

  /** @throws PubSubError NOT_FOUND */
  topic(name: string): TopicConfig {
    const topic = this.#topics.get(name);
    if (topic === undefined) throw notFound(name);
    return topic;
  }

  /** The topic of a subscription, unless that was deleted. */
  topicOf({ config }: Subscription): TopicConfig | undefined {
    return this.#topics.get(config.topic);
  }

  /** @throws PubSubError NOT_FOUND */
  subscription(name: string): Subscription {
    const subscription = this.#subscriptions.get(name);
    if (subscription === undefined) throw notFound(name);
    return subscription;
  }

  /** The subscriptions that get what is published to the topic. */
  subscribersOf(topic: string): readonly Subscription[] {
    return this.#router.subscribersOf(topic);
  }

  /** @throws PubSubError ALREADY_EXISTS */
  createTopic(topic: TopicConfig): void {
    if (this.#topics.has(topic.name)) throw alreadyExists(topic.name);
    this.saveTopic(topic);
  }

  saveTopic(topic: TopicConfig): void {
    const kept = this.#topics.get(topic.name)?.messageRetentionDuration != null;
    const keeps = topic.messageRetentionDuration !== null;
    this.#topics.set(topic.name, topic);
    this.#ports.journal.putTopic(topic);
    if (keeps && !kept) this.#retention.holdTopic(topic.name);
    if (kept && !keeps) this.#retention.releaseTopic(topic.name);
  }

  /** Its subscriptions keep their messages and get no new ones. */
  deleteTopic(name: string): void {
    for (const subscription of this.subscribersOf(name)) {
      this.#save(subscription, { ...subscription.config, topic: DELETED_TOPIC });
    }
    this.#router.forget(name);
    this.snapshots.topicDeleted(name);
    this.#topics.delete(name);
    this.#retention.deleteTopic(name);
  }

  /** @throws PubSubError ALREADY_EXISTS, NOT_FOUND for a topic it names, INVALID_ARGUMENT */
  createSubscription(config: SubscriptionConfig): Subscription {
    if (this.#subscriptions.has(config.name)) throw alreadyExists(config.name);
    this.topic(config.topic);
    this.#checkDeadLetterTopic(config);
    const subscription = this.#add(config);
    this.#ports.journal.putSubscription(config);
    this.startPush(subscription);
    return subscription;
  }

  /** @throws PubSubError NOT_FOUND for a dead-letter topic */
  updateSubscription(subscription: Subscription, config: SubscriptionConfig): void {
    this.#checkDeadLetterTopic(config);
    const before = JSON.stringify(subscription.config.pushConfig);
    if (!config.retainAckedMessages && subscription.config.retainAckedMessages) {
      this.#retention.dropAcknowledged(subscription.name, Infinity);
    }
    this.#save(subscription, config);
    if (JSON.stringify(config.pushConfig) !== before) this.startPush(subscription);
  }

  deleteSubscription(subscription: Subscription): void {
    this.#subscriptions.delete(subscription.name);
    this.#retire(subscription, notFound(subscription.name));
    this.#retention.deleteSubscription(subscription.name);
  }

  /** The subscription stays visible but lost its messages and gets no new ones, for good. */
  detachSubscription(subscription: Subscription): void {
    this.#retire(subscription, failedPrecondition('Subscription is detached.'));
    this.#retention.emptySubscription(subscription.name);
    this.#save(subscription, { ...subscription.config, detached: true });
  }

  /** See MessageRouter#publish. */
  publish(topic: string, messages: readonly PublishedMessage[]): string[] {
    return this.#router.publish(topic, messages);
  }

  /** Adds what was stored before; nothing is journalled and nothing handed out. */
  restoreTopic(topic: TopicConfig): void {
    this.#topics.set(topic.name, topic);
  }

  /** Adds what was stored before; nothing is journalled and nothing handed out. */
  restoreSubscription(config: SubscriptionConfig): Subscription {
    return this.#add(config);
  }

  /** New message ids start here at the earliest. */
  continueFrom(nextMessageId: number): void {
    this.#router.continueFrom(nextMessageId);
  }

  /** See ReplayStore#seekToTime. @throws PubSubError FAILED_PRECONDITION for a detached subscription. */
  seekToTime(subscription: Subscription, timeMs: number): void {
    const topic = this.topicOf(subscription);
    const keptMs = topic === undefined ? 0 : topicRetentionMs(topic);
    const kept = topic && keptMs > 0 && { name: topic.name, sinceMs: this.#now() - keptMs };
    this.#replay.seekToTime(seekTargetOf(subscription), timeMs, kept || undefined);
    this.#afterSeek(subscription);
  }

  /**
   * See ReplayStore#seekToSnapshot.
   * @throws PubSubError FAILED_PRECONDITION for a detached subscription or one of another topic.
   */
  seekToSnapshot(subscription: Subscription, snapshot: SnapshotConfig): void {
    const { topic } = subscription.config;
    if (topic !== snapshot.topic || topic === DELETED_TOPIC) {
      throw failedPrecondition(
        `The subscription's topic ${topic} is not that of the snapshot, ${snapshot.topic}; they must match in order for Seek to work. A topic that was deleted and created again counts as another one.`,
      );
    }
    this.#replay.seekToSnapshot(seekTargetOf(subscription), snapshot);
    this.#afterSeek(subscription);
  }

  /** Begins, changes or ends pushing, as the subscription's configuration says. */
  startPush(subscription: Subscription): void {
    const running = this.#pushes.get(subscription);
    if (running !== undefined) subscription.detach(running);
    this.#pushes.delete(subscription);
    if (subscription.stopped || !isPush(subscription.config)) return;
    const push = new PushDelivery(subscription, this.#ports);
    this.#pushes.set(subscription, push);
    subscription.attach(push);
  }

  /** Ends every consumer; leases stay recorded, so a restart counts them as failed attempts. */
  stop(reason: PubSubError): void {
    for (const subscription of this.subscriptions()) subscription.stop(reason);
  }

  #deadLetter(from: Subscription, delivery: Delivery, topic: string): boolean {
    const { log } = this.#ports;
    const { id, failures } = delivery;
    const message = from.messageOf(delivery);
    const details = { subscription: from.name, id, topic, attempts: failures };
    if (!this.#topics.has(topic) || message === undefined) {
      log({ level: 'warn', message: 'dead-letter topic is missing, message kept', ...details });
      return false;
    }
    const attributes = deadLetterAttributes(from.name, message, failures);
    // Copy and removal are journalled in the same turn, hence in the same transaction.
    this.publish(topic, [{ data: message.data, attributes, orderingKey: message.orderingKey }]);
    from.moveAway(delivery);
    log({ level: 'info', message: 'dead-lettered', ...details });
    return true;
  }

  #add(config: SubscriptionConfig): Subscription {
    const subscription = new Subscription(config, {
      ...this.#ports,
      deadLetter: (from, delivery, topic) => this.#deadLetter(from, delivery, topic),
    });
    this.#subscriptions.set(config.name, subscription);
    if (config.detached) subscription.stop(failedPrecondition('Subscription is detached.'));
    else if (config.topic !== DELETED_TOPIC) this.#router.connect(config.topic, subscription);
    return subscription;
  }

  #now(): number {
    return this.#ports.time.now();
  }

  #isKept(topic: string): boolean {
    const config = this.#topics.get(topic);
    return config?.messageRetentionDuration != null || this.snapshots.keepTopic(topic);
  }

  #afterSeek(subscription: Subscription): void {
    subscription.touch();
    subscription.reload();
    subscription.pump();
  }

  #retire(subscription: Subscription, reason: PubSubError): void {
    this.#router.disconnect(subscription.config.topic, subscription);
    this.#pushes.delete(subscription);
    subscription.stop(reason);
    subscription.clear();
  }

  #save(subscription: Subscription, config: SubscriptionConfig): void {
    subscription.config = config;
    this.#ports.journal.putSubscription(config);
  }

  #checkDeadLetterTopic({ deadLetterPolicy }: SubscriptionConfig): void {
    if (deadLetterPolicy !== null) this.topic(deadLetterPolicy.deadLetterTopic);
  }
}

function seekTargetOf({ name, wants, config }: Subscription): SeekTarget {
  if (config.detached) throw failedPrecondition('Subscription is detached.');
  return {
    subscription: name,
    wants,
    ordered: config.enableMessageOrdering,
    retains: config.retainAckedMessages,
  };
}
