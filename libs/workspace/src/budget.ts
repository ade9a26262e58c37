import { NeedsHuman, NO_USAGE, type Usage } from '@dossier/contracts';

/** What one claim may still spend, and what it has spent. */
export class Budget {
  readonly #before: Usage;
  readonly #limits: Usage;
  #spent: Usage = NO_USAGE;

  constructor(before: Usage, limits: Usage) {
    this.#before = before;
    this.#limits = limits;
  }

  /** What this claim has reserved so far; a commit adds it to the version. */
  get spent(): Usage {
    return this.#spent;
  }

  /**
   * Takes `count` of a kind before the call is made.
   * @throws NeedsHuman `over-budget` when the version's limit would be passed; nothing is taken then.
   */
  reserve(kind: keyof Usage, count = 1): void {
    const total = this.#before[kind] + this.#spent[kind] + count;
    if (total > this.#limits[kind]) {
      throw new NeedsHuman('over-budget', { kind, limit: this.#limits[kind], wanted: total });
    }
    this.#spent = { ...this.#spent, [kind]: this.#spent[kind] + count };
  }
}
