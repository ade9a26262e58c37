import type { Clock, Ids } from '@dossier/contracts';
import type { Disturbance } from './schedule.ts';
import type { Cost, World } from './world.ts';

/** One request of a process to something outside of it. */
export interface Operation<T> {
  readonly name: string;
  /** What the request does, at the instant it arrives. Throws what the contract answers with. */
  readonly effect: () => T;
  /** Milliseconds from the effect to the answer; a network's latency when absent. */
  readonly takesMs?: number;
  /** Errors after which nothing has happened. */
  readonly refusals?: readonly (() => Error)[];
  /** Errors that say nothing: the request took effect all the same. */
  readonly lostAnswers?: readonly (() => Error)[];
  /** What a refusal or a lost answer costs the process, given what its client does about it. */
  readonly cost?: Cost;
  /** Beneath notice: neither counted nor disturbed, so that faults meet what matters. */
  readonly uncounted?: boolean;
  /** Faults that this operation alone can have. */
  readonly variants?: readonly Variant<T>[];
}

/** Another effect than the right one. */
export interface Variant<T> {
  readonly name: string;
  readonly cost: Cost;
  /** @param strength 0 to 9 */
  readonly effect: (strength: number) => T;
}

/** How a fault changes an operation. */
interface Fate<T> {
  readonly name: string;
  readonly cost: Cost;
  readonly effect: () => T;
  readonly before?: () => void;
  readonly after?: () => void;
  readonly delayMs?: number;
}

const ROUND_TRIP_MS = 10;

/**
 * One process of the product: what it asks of the world is answered as long as it lives. A crash is
 * that nothing is answered any more; a pause (garbage collection, a frozen machine) that answers and
 * timers wait until it is over.
 */
export class SimulatedProcess {
  /** Milliseconds by which this process's clock is ahead of the world's. */
  readonly skewMs: number;
  readonly #world: World;
  readonly #onCrash: (downMs: number) => void;
  readonly #leaseMs: number;
  #alive = true;
  #pausedUntil = 0;
  #ids = 0;
  readonly #troubles: number[] = [];

  constructor(
    world: World,
    readonly name: string,
    onCrash: (downMs: number) => void,
  ) {
    this.#world = world;
    this.#onCrash = onCrash;
    this.#leaseMs = world.timings.stages.plan.leaseTtlMs;
    this.skewMs = Math.round((world.random(`skew ${name}`) - 0.5) * (this.#leaseMs / 4));
  }

  get alive(): boolean {
    return this.#alive;
  }

  get paused(): boolean {
    return this.#world.now < this.#pausedUntil;
  }

  /** Whether it may still believe in a lease that ran out while it was paused. */
  get dazed(): boolean {
    return this.#world.now < this.#pausedUntil + this.#leaseMs;
  }

  /** Notes that the store has failed this process. */
  suffer(): void {
    this.#troubles.push(this.#world.now);
  }

  /** Whether the store failed it so often of late that a heartbeat may have come too late. */
  get troubled(): boolean {
    // A claim that was in doubt has less of its lease left, too.
    const since = this.#world.now - 2 * this.#leaseMs;
    return this.#troubles.filter((at) => at >= since).length >= 2;
  }

  /** Runs `what` inside this process after `ms`; never if it is dead by then, later if it is paused. */
  later(ms: number, what: () => void): void {
    this.#world.after(ms, () => this.#enter(what));
  }

  /** Asks something of the outside. Settles when the answer arrives: after a crash never. */
  call<T>(operation: Operation<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (!this.#alive) return;
      if (operation.uncounted === true) {
        return this.later(ROUND_TRIP_MS, outcomeOf(operation.effect, resolve, reject));
      }
      const { number, disturbance } = this.#world.begin(this.name, operation.name);
      const fate: Fate<T> = (disturbance && this.#fateOf(operation, disturbance)) ?? {
        name: '',
        cost: 'nothing',
        effect: operation.effect,
      };
      this.#world.charge(fate.cost);
      if (fate.name !== '') this.#world.note(`#${number} ! ${fate.name}`);
      fate.before?.();
      if (!this.#alive) return;
      const there = 1 + this.#world.random(`there ${number}`) * 20 + (fate.delayMs ?? 0);
      this.#world.after(there, () => {
        const settle = outcomeOf(fate.effect, resolve, reject);
        fate.after?.();
        const back = operation.takesMs ?? 1 + this.#world.random(`back ${number}`) * 20;
        this.later(back, settle);
      });
    });
  }

  crash(strength: number): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#world.note(`${this.name} dies`);
    this.#onCrash((strength / 5) * this.#leaseMs);
  }

  pause(strength: number): void {
    const ms = ((strength + 2) / 4) * this.#leaseMs;
    this.#world.note(`${this.name} is frozen for ${ms} ms`);
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#world.now + ms);
  }

  readonly clock: Clock = {
    now: () => new Date(this.#world.now + this.skewMs),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const wake = (): void => {
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        signal?.addEventListener('abort', wake);
        this.later(ms, wake);
      }),
  };

  readonly ids: Ids = { next: () => `${this.name}-${++this.#ids}` };

  #enter(what: () => void): void {
    if (!this.#alive) return;
    if (this.paused)
      return this.#world.after(this.#pausedUntil - this.#world.now, () => this.#enter(what));
    what();
  }

  /** What a disturbance means for an operation: one of all that may happen to it, in a fixed order. */
  #fateOf<T>(operation: Operation<T>, { what, strength }: Disturbance): Fate<T> | undefined {
    const { effect, refusals = [], lostAnswers = [], cost = 'attempt', variants = [] } = operation;
    const own = variants.map((variant): Fate<T> => ({
      ...variant,
      effect: () => variant.effect(strength),
    }));
    const refused = refusals.map((error): Fate<T> => ({
      name: `refused: ${error().message}`,
      cost,
      effect: () => {
        throw error();
      },
    }));
    const lost = lostAnswers.map((error): Fate<T> => ({
      name: `answer lost: ${error().message}`,
      cost,
      effect: () => {
        effect();
        throw error();
      },
    }));
    const fates: Fate<T>[] = [
      { name: 'slow', cost: 'attempt', effect, delayMs: ((strength + 1) / 8) * this.#leaseMs },
      ...own,
      ...refused,
      ...lost,
      { name: 'crash before', cost: 'attempt', effect, before: () => this.crash(strength) },
      { name: 'crash after', cost: 'attempt', effect, after: () => this.crash(strength) },
      { name: 'pause', cost: 'attempt', effect, after: () => this.pause(strength) },
    ];
    const possible = fates.filter((fate) => this.#world.allows(fate.cost));
    return possible[what % possible.length];
  }
}

/** Does what is asked now, and returns how to tell the caller later. */
function outcomeOf<T>(
  effect: () => T,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): () => void {
  try {
    const value = effect();
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}
