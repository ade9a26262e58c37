import type { Clock } from '@dossier/contracts';

/** Lets callers through at a steady rate, in the order in which they came. */
export class Pacer {
  readonly #clock: Clock;
  readonly #gapMs: number;
  #next = 0;

  /** `ratePerSecond` undefined: everybody passes at once. */
  constructor(clock: Clock, ratePerSecond: number | undefined) {
    this.#clock = clock;
    this.#gapMs = ratePerSecond === undefined ? 0 : 1_000 / ratePerSecond;
  }

  /** Resolves when it is the caller's turn. */
  async turn(): Promise<void> {
    if (this.#gapMs === 0) return;
    const now = this.#clock.now().getTime();
    const mine = Math.max(this.#next, now);
    this.#next = mine + this.#gapMs;
    if (mine > now) await this.#clock.sleep(mine - now);
  }
}
