import { createHash } from 'node:crypto';

/** Numbers from 0 (included) to 1 (excluded), one after another. */
export type Numbers = () => number;

/**
 * Choices that follow from a seed and from what is chosen for, not from the order in which calls
 * happen to arrive: the same seed does the same to the same message, however busy the machine is.
 */
export class SeededChoices {
  readonly #seed: number;
  readonly #asked = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The numbers for `subject`; other ones each time that it comes up again. */
  for(subject: string): Numbers {
    const nth = (this.#asked.get(subject) ?? 0) + 1;
    this.#asked.set(subject, nth);
    let drawn = 0;
    return () => {
      drawn += 1;
      const digest = createHash('sha256').update(`${this.#seed} ${subject} ${nth} ${drawn}`);
      return digest.digest().readUInt32BE() / 2 ** 32;
    };
  }
}

/** A whole number from `low` to `high`, both included. */
export function between(numbers: Numbers, low: number, high: number): number {
  return low + Math.floor(numbers() * (high - low + 1));
}
