import type { Consumer } from './delivery.ts';
import type { PubSubError } from './grpc-errors.ts';

/** The consumers of a subscription, served in turn as long as their flow control allows it. */
export class ConsumerRing {
  readonly #consumers = new Set<Consumer>();
  #turn = 0;

  get size(): number {
    return this.#consumers.size;
  }

  add(consumer: Consumer): void {
    this.#consumers.add(consumer);
  }

  remove(consumer: Consumer): void {
    this.#consumers.delete(consumer);
  }

  /**
   * Leases deliveries to consumers until either side has no more.
   * @returns what each consumer got.
   */
  share<Item>(take: (consumer: Consumer) => Item | undefined): Map<Consumer, Item[]> {
    const consumers = [...this.#consumers];
    const batches = new Map<Consumer, Item[]>();
    let full = 0;
    while (full < consumers.length) {
      const consumer = consumers[this.#turn++ % consumers.length];
      if (consumer === undefined || !hasRoom(consumer)) {
        full += 1;
        continue;
      }
      full = 0;
      const item = take(consumer);
      if (item === undefined) break;
      const batch = batches.get(consumer);
      if (batch === undefined) batches.set(consumer, [item]);
      else batch.push(item);
    }
    for (const consumer of batches.keys()) if (consumer.takesOneBatch) this.remove(consumer);
    return batches;
  }

  end(reason: PubSubError): void {
    for (const consumer of [...this.#consumers]) consumer.end(reason);
    this.#consumers.clear();
  }
}

function hasRoom(consumer: Consumer): boolean {
  const { maxMessages, maxBytes, outstandingMessages, outstandingBytes } = consumer;
  return (
    (maxMessages <= 0 || outstandingMessages < maxMessages) &&
    (maxBytes <= 0 || outstandingBytes < maxBytes)
  );
}
