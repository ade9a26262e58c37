import type { BacklogStore } from './backlog-store.ts';
import type { Consumer, Delivery, QueuedMessage } from './delivery.ts';
import { DueTimers } from './due-timers.ts';
import type { Journal } from './journal.ts';
import { ReadyQueue } from './ready-queue.ts';
import type { TimeSource } from './time-source.ts';

/** What a queue needs; `onDue` gets deliveries whose lease or back-off has run out. */
export interface DeliveryQueueOptions {
  readonly subscription: string;
  readonly ordered: boolean;
  /** Whether a finished message is kept for a later seek. */
  readonly retains: () => boolean;
  readonly time: TimeSource;
  readonly journal: Journal;
  readonly store: BacklogStore;
  readonly onDue: (deliveries: readonly Delivery[]) => void;
}

/** New messages beyond this many stay on disk until a consumer wants them. */
const MOST_WAITING = 2000;
/**
 * Leases and back-offs must be in memory, for their timers. Beyond this many nothing more is handed
 * out until some end: four clients with all default settings (5 streams of 1,000) reach it.
 */
const MOST_LOADED = 20_000;
const PAGE = 500;

/**
 * The life of every delivery of one subscription. Each step changes the memory at once and is
 * journalled; what leaves the process waits for the journal (see Subscription).
 *
 * The memory holds a bounded part of the backlog, without bodies. Every waiting message is either
 * loaded, or above the cursor on disk (then `#more` is set), or behind a loaded one of its ordering
 * key: the first of a key that finishes brings in the next.
 */
export class DeliveryQueue {
  readonly #options: DeliveryQueueOptions;
  readonly #byId = new Map<string, Delivery>();
  readonly #ready = new ReadyQueue();
  readonly #activeKeys = new Set<string>();
  readonly #timers: DueTimers<Delivery>;
  /** Finished in memory, but not yet on disk: what is read from there must not come back. */
  readonly #finishing = new Set<string>();
  #cursor = 0;
  #more = false;
  #leased = 0;

  constructor(options: DeliveryQueueOptions) {
    this.#options = options;
    this.#timers = new DueTimers(options.time, options.onDue);
  }

  /** How many deliveries the memory holds. */
  get loaded(): number {
    return this.#byId.size;
  }

  get leased(): number {
    return this.#leased;
  }

  find(messageId: string): Delivery | undefined {
    return this.#byId.get(messageId);
  }

  /** Takes a message that was just written for this subscription. */
  add(message: QueuedMessage): void {
    const id = Number(message.id);
    // A page that was read since it was written has brought it already.
    if (id <= this.#cursor) return;
    if (this.#more || this.#byId.size >= MOST_WAITING) {
      this.#more = true;
      return;
    }
    this.#cursor = id;
    this.load(message);
  }

  /** Starts over from what the disk holds, as after a restart or a seek; leases run on. */
  reload(): void {
    const { store, subscription } = this.#options;
    for (const delivery of [...this.#byId.values()]) {
      const runsOn = delivery.state === 'leased' && store.find(subscription, delivery.id);
      if (!runsOn) this.#forget(delivery);
    }
    this.#cursor = 0;
    this.#more = true;
  }

  /** Drops everything from memory. */
  clear(): void {
    for (const delivery of [...this.#byId.values()]) this.#forget(delivery);
    this.#more = false;
  }

  /** Loads one from disk, unless it is there, finished or behind another of its key. */
  load({ id, bytes, orderingKey, failures }: QueuedMessage): Delivery | undefined {
    if (this.#byId.has(id) || this.#finishing.has(id)) return undefined;
    if (this.#isOrdered(orderingKey)) {
      if (this.#activeKeys.has(orderingKey)) return undefined;
      this.#activeKeys.add(orderingKey);
    }
    const delivery: Delivery = {
      id,
      bytes,
      orderingKey,
      failures,
      // One step per lease and one per failure: continuing there keeps an ack id from before a
      // restart from matching a lease given after it.
      generation: failures * 2,
      state: 'ready',
      consumer: undefined,
      dueAtMs: Infinity,
      wakeAtMs: Infinity,
    };
    this.#byId.set(id, delivery);
    this.#ready.add(delivery);
    return delivery;
  }

  takeReady(): Delivery | undefined {
    const ready = this.#ready.take();
    if (ready !== undefined) return ready;
    while (this.#more && this.#byId.size < MOST_LOADED) {
      this.#readPage();
      const loaded = this.#ready.take();
      if (loaded !== undefined) return loaded;
    }
    return undefined;
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
    consumer.outstandingBytes += delivery.bytes;
    this.#leased += 1;
    this.#dueIn(delivery, consumer.ackDeadlineSeconds * 1000);
    journal.markLeased(subscription, delivery.id);
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
    journal.markFailed(subscription, delivery.id, delivery.failures);
  }

  /** Ready after `delayMs`, or at once. */
  retry(delivery: Delivery, delayMs: number): void {
    if (delayMs <= 0) return this.makeReady(delivery);
    delivery.state = 'backoff';
    this.#dueIn(delivery, delayMs);
  }

  /** Acknowledged or dead-lettered: drops it and lets the next of its key go. */
  finish(delivery: Delivery): void {
    if (delivery.state === 'gone') return;
    this.#finishOnDisk(delivery.id);
    this.#forget(delivery);
    if (this.#isOrdered(delivery.orderingKey)) this.#loadNextOf(delivery.orderingKey);
  }

  /** Finishes one that is not loaded, e.g. handed out before a restart. False when it is unknown. */
  finishUnloaded(messageId: string): boolean {
    const { subscription, store } = this.#options;
    if (this.#finishing.has(messageId)) return false;
    if (store.find(subscription, messageId) === undefined) return false;
    this.#finishOnDisk(messageId);
    return true;
  }

  /** No lease or back-off runs out any more. */
  stop(): void {
    this.#timers.stop();
  }

  #readPage(): void {
    const page = this.#options.store.page(this.#options.subscription, this.#cursor, PAGE);
    for (const message of page) {
      this.#cursor = Number(message.id);
      this.load(message);
    }
    this.#more = page.length === PAGE;
  }

  #loadNextOf(key: string): void {
    const { store, subscription } = this.#options;
    const next = store.firstOfKey(subscription, key, (id) => this.#finishing.has(id));
    if (next !== undefined) this.load(next);
  }

  #finishOnDisk(messageId: string): void {
    const { subscription, journal, retains } = this.#options;
    journal.finishDelivery(subscription, messageId, retains());
    this.#finishing.add(messageId);
    journal.afterWrite(() => this.#finishing.delete(messageId));
  }

  #isOrdered(orderingKey: string): boolean {
    return this.#options.ordered && orderingKey !== '';
  }

  #dueIn(delivery: Delivery, delayMs: number): void {
    delivery.dueAtMs = this.#options.time.now() + delayMs;
    this.#timers.watch(delivery);
  }

  #release(delivery: Delivery): void {
    const { consumer } = delivery;
    if (consumer === undefined) return;
    consumer.outstandingMessages -= 1;
    consumer.outstandingBytes -= delivery.bytes;
    delivery.consumer = undefined;
    this.#leased -= 1;
  }

  #forget(delivery: Delivery): void {
    this.#release(delivery);
    delivery.state = 'gone';
    this.#timers.settle(delivery);
    this.#byId.delete(delivery.id);
    if (this.#isOrdered(delivery.orderingKey)) this.#activeKeys.delete(delivery.orderingKey);
  }
}
