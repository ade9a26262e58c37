import type { Delivery } from './delivery.ts';

/** First in, first out, without moving the rest at every take. */
class Fifo {
  #items: Delivery[] = [];
  #head = 0;

  push(delivery: Delivery): void {
    this.#items.push(delivery);
  }

  take(): Delivery | undefined {
    const delivery = this.#items[this.#head];
    if (delivery === undefined) return undefined;
    this.#head += 1;
    // Dropping the taken half only when it is the larger one keeps a take at constant cost.
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return delivery;
  }
}

/** The deliveries that may go out, redeliveries before fresh ones. */
export class ReadyQueue {
  readonly #again = new Fifo();
  readonly #fresh = new Fifo();

  add(delivery: Delivery): void {
    (delivery.failures > 0 ? this.#again : this.#fresh).push(delivery);
  }

  /** The next one that is still ready: a late ack may have settled it while it waited here. */
  take(): Delivery | undefined {
    for (;;) {
      const delivery = this.#again.take() ?? this.#fresh.take();
      if (delivery === undefined || delivery.state === 'ready') return delivery;
    }
  }
}
