import { Retryable, type Clock } from '@dossier/contracts';

/**
 * Calls in a row that must fail, each after all its tries. Calls are counted, not tries: eight searches
 * that begin together and each meet one 503 are a hiccup, not an outage.
 */
const FAILURES_TO_OPEN = 3;
/** How long nobody asks after that: longer than the back-off of one call, shorter than a stage. */
const OPEN_MS = 30_000;
/** A provider that asks for more has made a mistake, and must not silence the process until its end. */
const LONGEST_REST_MS = 60 * 60_000;

/** How a call ended, as far as it says something about the model. */
export type CallHealth = 'well' | 'ill' | 'unknown';

/** Keeps calls from a model that fails all the time; after a while one of them may try. */
export class Circuit {
  #failures = 0;
  #openUntil = 0;
  #isTrying = false;
  #rest = { until: 0, reason: '' };

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /**
   * Lets a call through and resolves with the function that must be told how it ended.
   * @throws Retryable `model-circuit-open` when the model is left alone, or another call tries it.
   */
  enter(): (health: CallHealth) => void {
    const isTrial = this.#failures >= FAILURES_TO_OPEN;
    if (isTrial && (this.#isTrying || this.clock.now().getTime() < this.#openUntil)) {
      throw new Retryable('model-circuit-open');
    }
    this.#isTrying ||= isTrial;
    return (health) => {
      if (isTrial) this.#isTrying = false;
      this.#count(health);
    };
  }

  /** Notes for how long the provider asks to be left alone, in milliseconds, and why. */
  rest(ms: number, reason: string): void {
    const until = this.clock.now().getTime() + Math.min(ms, LONGEST_REST_MS);
    if (until > this.#rest.until) this.#rest = { until, reason };
  }

  /** How long the provider is still to be left alone; 0 ms when it may be asked. */
  get resting(): { readonly ms: number; readonly reason: string } {
    const { until, reason } = this.#rest;
    return { ms: Math.max(0, until - this.clock.now().getTime()), reason };
  }

  #count(health: CallHealth): void {
    if (health === 'well') this.#failures = 0;
    if (health !== 'ill') return;
    this.#failures += 1;
    this.#openUntil = this.clock.now().getTime() + OPEN_MS;
  }
}
