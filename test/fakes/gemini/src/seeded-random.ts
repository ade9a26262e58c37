import { createHash } from 'node:crypto';

/** Numbers that depend on their seed alone: the same request is answered the same way. */
export class SeededRandom {
  #state: number;

  constructor(...seed: readonly (string | number)[]) {
    this.#state = createHash('sha256').update(JSON.stringify(seed)).digest().readUInt32LE();
  }

  /** At least 0, less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** True about this often. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of them. @throws Error when there are none. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.whole(0, items.length - 1)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }

  /** `count` different ones, or all when there are fewer; in a random order. */
  sample<T>(items: readonly T[], count: number): T[] {
    const ranked = items.map((item) => ({ item, rank: this.next() }));
    ranked.sort((a, b) => a.rank - b.rank);
    return ranked.slice(0, count).map(({ item }) => item);
  }
}
