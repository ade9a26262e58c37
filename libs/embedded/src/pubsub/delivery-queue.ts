import type { Consumer, Delivery, StoredMessage } from './delivery.ts';
import { DueTimers } from './due-timers.ts';
import type { Journal } from './journal.ts';
import { OrderingKeys } from './ordering-keys.ts';
import { ReadyQueue } from './ready-queue.ts';
import type { TimeSource } from './time-source.ts';

/** What a queue needs; `onDue` gets deliveries whose lease or back-off has run out. */
export interface DeliveryQueueOptions {
  readonly subscription: string;
  readonly ordered: boolean;
  readonly time: TimeSource;
  readonly journal: Pick<Journal, 'deleteDelivery' | 'deleteMessage' | 'markFailed' | 'markLeased'>;
  readonly onDue: (deliveries: readonly Delivery[]) => void;
}

/**
 * The life of every delivery of one subscription. Each step changes the memory at once and is
 * journalled; what leaves the process waits for the journal (see Subscription).
 */
export class DeliveryQueue {
  readonly #options: DeliveryQueueOptions;
  readonly #byId = new Map<string, Delivery>();
  readonly #ready = new ReadyQueue();
  readonly #keys = new OrderingKeys();
  readonly #timers: DueTimers<Delivery>;
  #leased = 0;

  constructor(options: DeliveryQueueOptions) {
    this.#options = options;
    this.#timers = new DueTimers(options.time, options.onDue);
  }

  get size(): number {
    return this.#byId.size;
  }

  get leased(): number {
    return this.#leased;
  }

  /** The one that has been here longest. */
  get oldest(): Delivery | undefined {
    return this.#byId.values().next().value;
  }

  all(): readonly Delivery[] {
    return [...this.#byId.values()];
  }

  find(messageId: string): Delivery | undefined {
    return this.#byId.get(messageId);
  }

  /**
   * Adds a message that the journal knows as this subscription's already.
   * @param failures attempts that failed before a restart.
   */
  add(message: StoredMessage, failures = 0): Delivery {
    const delivery: Delivery = {
      message,
      failures,
      // One step per lease and one per failure: continuing there keeps an ack id from before a
      // restart from matching a lease given after it.
      generation: failures * 2,
      state: 'blocked',
      consumer: undefined,
      dueAtMs: Infinity,
      wakeAtMs: Infinity,
    };
    this.#byId.set(message.id, delivery);
    if (!this.#isOrdered(message) || this.#keys.append(delivery)) this.makeReady(delivery);
    return delivery;
  }

  takeReady(): Delivery | undefined {
    return this.#ready.take();
  }

  makeReady(delivery: Delivery): void {
    delivery.state = 'ready';
    this.#timers.settle(delivery);
    this.#ready.add(delivery);
  }

  lease(delivery: Delivery, consumer: Consumer): void {
    const { subscription, journal } = this.#options;
    delivery.state = 'leased';
    delivery.generation += 1;
    delivery.consumer = consumer;
    consumer.outstandingMessages += 1;
    consumer.outstandingBytes += delivery.message.data.length;
    this.#leased += 1;
    this.#dueIn(delivery, consumer.ackDeadlineSeconds * 1000);
    journal.markLeased(subscription, delivery.message.id);
  }

  /** The lease now ends `seconds` from now. */
  extend(delivery: Delivery, seconds: number): void {
    this.#dueIn(delivery, seconds * 1000);
  }

  /** Ends the lease as a failed attempt; the caller says where the delivery goes next. */
  countFailure(delivery: Delivery): void {
    const { subscription, journal } = this.#options;
    this.#release(delivery);
    delivery.failures += 1;
    delivery.generation += 1;
    journal.markFailed(subscription, delivery.message.id, delivery.failures);
  }

  /** Ready after `delayMs`, or at once. */
  retry(delivery: Delivery, delayMs: number): void {
    if (delayMs <= 0) return this.makeReady(delivery);
    delivery.state = 'backoff';
    this.#dueIn(delivery, delayMs);
  }

  /** Acknowledged, dead-lettered or expired: drops it and lets the next of its key go. */
  finish(delivery: Delivery): void {
    if (delivery.state === 'gone') return;
    this.#release(delivery);
    this.#drop(delivery);
    this.#options.journal.deleteDelivery(this.#options.subscription, delivery.message.id);
    if (!this.#isOrdered(delivery.message)) return;
    const next = this.#keys.remove(delivery);
    if (next !== undefined) this.makeReady(next);
  }

  /** Drops everything, without a record per delivery: the journal deletes them by subscription. */
  clear(): void {
    for (const delivery of this.all()) {
      this.#release(delivery);
      this.#drop(delivery);
    }
  }

  /** No lease or back-off runs out any more. */
  stop(): void {
    this.#timers.stop();
  }

  #isOrdered(message: StoredMessage): boolean {
    return this.#options.ordered && message.orderingKey !== '';
  }

  #dueIn(delivery: Delivery, delayMs: number): void {
    delivery.dueAtMs = this.#options.time.now() + delayMs;
    this.#timers.watch(delivery);
  }

  #release(delivery: Delivery): void {
    const { consumer } = delivery;
    if (consumer === undefined) return;
    consumer.outstandingMessages -= 1;
    consumer.outstandingBytes -= delivery.message.data.length;
    delivery.consumer = undefined;
    this.#leased -= 1;
  }

  #drop(delivery: Delivery): void {
    delivery.state = 'gone';
    this.#timers.settle(delivery);
    this.#byId.delete(delivery.message.id);
    delivery.message.references -= 1;
    if (delivery.message.references <= 0) this.#options.journal.deleteMessage(delivery.message.id);
  }
}
