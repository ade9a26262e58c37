import type { StoredMessage } from './delivery.ts';
import type { Journal } from './journal.ts';
import type { Subscription } from './subscription.ts';
import type { TimeSource } from './time-source.ts';
import type { PublishedMessage } from './wire-types.ts';

interface Route {
  readonly message: StoredMessage;
  readonly targets: readonly Subscription[];
}

/** Knows who subscribes to which topic and takes messages from one to the other. */
export class MessageRouter {
  readonly #journal: Journal;
  readonly #time: TimeSource;
  readonly #subscribers = new Map<string, Set<Subscription>>();
  #nextMessageId: number;

  constructor({ journal, time }: { journal: Journal; time: TimeSource }) {
    this.#journal = journal;
    this.#time = time;
    // Microseconds since the epoch: ids grow across restarts and sort by publish time.
    this.#nextMessageId = time.now() * 1000;
  }

  /** Keeps new ids above a stored one, also when the machine's clock went back. */
  skipMessageId(stored: string): void {
    this.#nextMessageId = Math.max(this.#nextMessageId, Number(stored) + 1);
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
    const publishedAtMs = this.#time.now();
    const routes: Route[] = [];
    const ids = messages.map(({ data, attributes, orderingKey }) => {
      const id = String(this.#nextMessageId++);
      const targets = this.subscribersOf(topic).filter((each) => each.wants({ attributes }));
      if (targets.length === 0) return id;
      const references = targets.length;
      const message = { id, topic, data, attributes, orderingKey, publishedAtMs, references };
      this.#journal.addMessage(message);
      for (const target of targets) this.#journal.addDelivery(target.name, id);
      routes.push({ message, targets });
      return id;
    });
    if (routes.length > 0) this.#journal.afterWrite(() => this.#route(routes));
    return ids;
  }

  #route(routes: readonly Route[]): void {
    const touched = new Set<Subscription>();
    for (const { message, targets } of routes) {
      for (const target of targets) {
        if (target.stopped) {
          this.#dropFor(target, message);
          continue;
        }
        target.enqueue(message);
        touched.add(target);
      }
    }
    for (const subscription of touched) subscription.pump();
  }

  /** The subscription was deleted or detached in the turn that published the message. */
  #dropFor(subscription: Subscription, message: StoredMessage): void {
    this.#journal.deleteDelivery(subscription.name, message.id);
    message.references -= 1;
    if (message.references === 0) this.#journal.deleteMessage(message.id);
  }
}
