import type { Delivery } from './delivery.ts';

/** The unfinished deliveries of each ordering key; only the first of a key may be on its way. */
export class OrderingKeys {
  readonly #waiting = new Map<string, Delivery[]>();

  /** Appends to the line of its key. True when nothing is before it. */
  append(delivery: Delivery): boolean {
    const { orderingKey } = delivery.message;
    const line = this.#waiting.get(orderingKey);
    if (line === undefined) {
      this.#waiting.set(orderingKey, [delivery]);
      return true;
    }
    line.push(delivery);
    return false;
  }

  /** Takes it out of its line and returns the delivery that may go next, if it was held back. */
  remove(delivery: Delivery): Delivery | undefined {
    const { orderingKey } = delivery.message;
    const line = this.#waiting.get(orderingKey);
    const at = line?.indexOf(delivery) ?? -1;
    if (line === undefined || at < 0) return undefined;
    line.splice(at, 1);
    const next = line[0];
    if (next === undefined) this.#waiting.delete(orderingKey);
    return next?.state === 'blocked' ? next : undefined;
  }
}
