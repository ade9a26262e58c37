import {
  Duration,
  PubSub,
  type Message,
  type Subscription,
  type Topic,
} from '@google-cloud/pubsub';
import { pace } from './pace.ts';

/** What became of the messages. */
export interface PubSubTotals {
  published: number;
  publishFailures: number;
  handled: number;
  nacked: number;
  deadLettered: number;
  replayed: number;
  snapshots: number;
}

/** One in so many messages fails once, and one in so many always: that one is dead-lettered. */
const FAILS_ONCE = 50;
const FAILS_ALWAYS = 500;
/** A snapshot every 20 s replaces the last one; every third is sought back to. */
const SNAPSHOT_MS = 20_000;

/**
 * Publishes at a rate and handles everything with the real client: acks, some nacks, dead letters,
 * and a second subscription that is sent back to snapshots.
 */
export class PubSubLoad {
  readonly totals: PubSubTotals = {
    published: 0,
    publishFailures: 0,
    handled: 0,
    nacked: 0,
    deadLettered: 0,
    replayed: 0,
    snapshots: 0,
  };
  readonly #client: PubSub;
  /** The client's own advice: a separate one to publish, so that streams never hold it up. */
  readonly #publisher: PubSub;
  readonly #open = new Map<string, number>();
  readonly #latencies: number[] = [];
  readonly #subscriptions: Subscription[] = [];
  #topic: Topic | undefined;
  #audit: Subscription | undefined;
  #failure: Error | undefined;

  /** @param address of the server, as for PUBSUB_EMULATOR_HOST. */
  constructor(address: string) {
    process.env['PUBSUB_EMULATOR_HOST'] = address;
    this.#client = new PubSub({ projectId: 'soak' });
    this.#publisher = new PubSub({ projectId: 'soak' });
  }

  async start(): Promise<void> {
    const [dead] = await this.#client.createTopic('dead');
    const [work] = await this.#client.createTopic('work');
    await dead.createSubscription('dead-work');
    await work.createSubscription('audit', { retainAckedMessages: true });
    await work.createSubscription('work', {
      deadLetterPolicy: { deadLetterTopic: dead.name, maxDeliveryAttempts: 5 },
      retryPolicy: { minimumBackoff: { seconds: 1 }, maximumBackoff: { seconds: 2 } },
    });
    this.#topic = this.#publisher.topic(work.name);
    this.#listen('work', (message) => this.#work(message));
    this.#listen('dead-work', (message) => this.#bury(message));
    this.#audit = this.#listen('audit', (message) => {
      this.totals.replayed += 1;
      message.ack();
    });
  }

  /** Publishes `rate` messages a second until the signal; takes snapshots beside. */
  async run(rate: number, signal: AbortSignal): Promise<void> {
    await Promise.all([
      pace(rate, signal, (count) => this.#publish(count)),
      pace(1000 / SNAPSHOT_MS, signal, () => this.#snapshot()),
    ]);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** How many confirmed messages are neither handled nor dead-lettered yet. */
  get pending(): number {
    return this.#open.size;
  }

  /** From publish to handler, of messages that did not fail, in ms. */
  latency(share: number): number {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  }

  async close(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.close()));
    await Promise.all([this.#client.close(), this.#publisher.close()]);
  }

  #listen(name: string, handle: (message: Message) => void): Subscription {
    const subscription = this.#client.subscription(name, {
      streamingOptions: { maxStreams: 1 },
      flowControl: { maxMessages: 500 },
      minAckDeadline: Duration.from({ seconds: 30 }),
    });
    subscription.on('message', handle);
    subscription.on('error', (error: Error) => (this.#failure ??= error));
    this.#subscriptions.push(subscription);
    return subscription;
  }

  async #publish(count: number): Promise<void> {
    const topic = this.#topic;
    if (topic === undefined) throw new Error('start() first');
    const confirmed = Array.from({ length: count }, async () => {
      const number = this.totals.published++;
      const id = String(number);
      this.#open.set(id, performance.now());
      const json = { runId: `run-${number}`, version: 1, stage: 'plan', step: 0 };
      await topic.publishMessage({ json, attributes: { id } }).catch(() => {
        this.totals.publishFailures += 1;
        this.#open.delete(id);
      });
    });
    await Promise.all(confirmed);
  }

  #work(message: Message): void {
    const id = message.attributes['id'] ?? '';
    const number = Number(id);
    const failsOnce = number % FAILS_ONCE === 0 && message.deliveryAttempt === 1;
    if (failsOnce || number % FAILS_ALWAYS === 0) {
      this.totals.nacked += 1;
      message.nack();
      return;
    }
    const publishedAt = this.#open.get(id);
    // A reservoir of the first 100,000 keeps the load itself from growing.
    if (publishedAt !== undefined && this.#latencies.length < 100_000) {
      this.#latencies.push(performance.now() - publishedAt);
    }
    if (this.#open.delete(id)) this.totals.handled += 1;
    message.ack();
  }

  #bury(message: Message): void {
    if (this.#open.delete(message.attributes['id'] ?? '')) this.totals.deadLettered += 1;
    message.ack();
  }

  async #snapshot(): Promise<void> {
    const audit = this.#audit;
    if (audit === undefined) throw new Error('start() first');
    const number = this.totals.snapshots++;
    if (number > 0) {
      if (number % 3 === 0) await audit.seek(`snapshot-${number - 1}`);
      await this.#client.snapshot(`snapshot-${number - 1}`).delete();
    }
    await audit.createSnapshot(`snapshot-${number}`);
  }
}
