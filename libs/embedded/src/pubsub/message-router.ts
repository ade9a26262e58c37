import type { QueuedMessage, StoredMessage } from './delivery.ts';
import type { Journal } from './journal.ts';
import type { Subscription } from './subscription.ts';
import type { TimeSource } from './time-source.ts';
import type { PublishedMessage } from './wire-types.ts';

/** What the topic of a subscription or snapshot is called once it was deleted, as in Google's service. */
export const DELETED_TOPIC = '_deleted-topic_';

interface Route {
  readonly message: QueuedMessage;
  readonly targets: readonly Subscription[];
}

/** What a router is built from. */
export interface MessageRouterPorts {
  readonly journal: Journal;
  readonly time: TimeSource;
  /** Whether messages of a topic are kept though no subscription wants them. */
  readonly isKept: (topic: string) => boolean;
}

/** Knows who subscribes to which topic and takes messages from one to the other. */
export class MessageRouter {
  readonly #ports: MessageRouterPorts;
  readonly #subscribers = new Map<string, Set<Subscription>>();
  #nextMessageId: number;

  constructor(ports: MessageRouterPorts) {
    this.#ports = ports;
    // Microseconds since the epoch: ids grow across restarts and sort by publish time.
    this.#nextMessageId = ports.time.now() * 1000;
  }

  get nextMessageId(): number {
    return this.#nextMessageId;
  }

  /** Keeps new ids above those on disk, also when the machine's clock went back. */
  continueFrom(nextId: number): void {
    this.#nextMessageId = Math.max(this.#nextMessageId, nextId);
  }

  subscribersOf(topic: string): readonly Subscription[] {
    return [...(this.#subscribers.get(topic) ?? [])];
  }

  connect(topic: string, subscription: Subscription): void {
    const subscribers = this.#subscribers.get(topic);
    if (subscribers === undefined) this.#subscribers.set(topic, new Set([subscription]));
    else subscribers.add(subscription);
  }

  disconnect(topic: string, subscription: Subscription): void {
    this.#subscribers.get(topic)?.delete(subscription);
  }

  /** The topic is gone: nobody subscribes to it, even if one of its name is created again. */
  forget(topic: string): void {
    this.#subscribers.delete(topic);
  }

  /**
   * Records the messages for every subscription that wants them. They are handed out once they are
   * on disk, which is also when the caller may confirm them. A message nobody wants only gets an id.
   * @returns their ids, in order.
   */
  publish(topic: string, messages: readonly PublishedMessage[]): string[] {
    const publishedAtMs = this.#ports.time.now();
    const isKept = this.#ports.isKept(topic);
    const routes: Route[] = [];
    const ids = messages.map(({ data, attributes, orderingKey }) => {
      const id = String(this.#nextMessageId++);
      const targets = this.subscribersOf(topic).filter((each) => each.wants(attributes));
      if (targets.length === 0 && !isKept) return id;
      this.#record({ id, topic, data, attributes, orderingKey, publishedAtMs }, targets);
      routes.push({ message: { id, bytes: data.length, orderingKey, failures: 0 }, targets });
      return id;
    });
    if (routes.length > 0) this.#ports.journal.afterWrite(() => this.#route(routes));
    return ids;
  }

  #record(message: StoredMessage, targets: readonly Subscription[]): void {
    const { journal } = this.#ports;
    journal.addMessage(message);
    for (const { name, config } of targets) {
      journal.addDelivery(
        name,
        message.id,
        config.enableMessageOrdering ? message.orderingKey : '',
      );
    }
  }

  #route(routes: readonly Route[]): void {
    const touched = new Set<Subscription>();
    for (const { message, targets } of routes) {
      for (const target of targets) {
        if (target.stopped) continue;
        target.enqueue(message);
        touched.add(target);
      }
    }
    for (const subscription of touched) subscription.pump();
  }
}
