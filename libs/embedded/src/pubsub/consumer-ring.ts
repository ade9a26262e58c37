import type { Consumer } from './delivery.ts';
import type { PubSubError } from './grpc-errors.ts';

/** What one consumer gets at once at most: bodies are read when a batch is sent. */
const MOST_MESSAGES = 1000;
const MOST_BYTES = 10_000_000;

/** What each consumer got; `cut` when one could have taken more. */
export interface Shares<Item> {
  readonly batches: ReadonlyMap<Consumer, readonly Item[]>;
  readonly cut: boolean;
}

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
   * Takes items for consumers in turn until either side has no more, or every consumer has a full
   * batch.
   */
  share<Item extends { readonly bytes: number }>(
    take: (consumer: Consumer) => Item | undefined,
  ): Shares<Item> {
    const consumers = [...this.#consumers];
    const batches = new Map<Consumer, Item[]>();
    const bytes = new Map<Consumer, number>();
    const isFull = (consumer: Consumer) =>
      (batches.get(consumer)?.length ?? 0) >= MOST_MESSAGES ||
      (bytes.get(consumer) ?? 0) >= MOST_BYTES;
    let served = 0;
    while (served < consumers.length) {
      const consumer = consumers[this.#turn++ % consumers.length];
      if (consumer === undefined || !hasRoom(consumer) || isFull(consumer)) {
        served += 1;
        continue;
      }
      served = 0;
      const item = take(consumer);
      if (item === undefined) break;
      const batch = batches.get(consumer);
      if (batch === undefined) batches.set(consumer, [item]);
      else batch.push(item);
      bytes.set(consumer, (bytes.get(consumer) ?? 0) + item.bytes);
    }
    for (const consumer of batches.keys()) if (consumer.takesOneBatch) this.remove(consumer);
    const cut = consumers.some((consumer) => this.#consumers.has(consumer) && isFull(consumer));
    return { batches, cut };
  }

  end(reason: PubSubError): void {
    for (const consumer of [...this.#consumers]) consumer.end(reason);
    this.#consumers.clear();
  }
}

function hasRoom(consumer: Consumer): boolean {
  const { maxMessages, maxBytes, outstandingMessages, outstandingBytes } = consumer;
  return (
    !consumer.congested &&
    (maxMessages <= 0 || outstandingMessages < maxMessages) &&
    (maxBytes <= 0 || outstandingBytes < maxBytes)
  );
}
