import type { Key } from './day-event.ts';
import { nameOf } from './day-event.ts';

/** Where a version's research can be held. */
export type HoldPoint = 'plan' | 'search';

/** What becomes of a version's research. */
export interface Fate {
  /** Waits there until it is released. */
  readonly holdAt?: HoldPoint;
  /** Its plan fails for good. */
  readonly fails: boolean;
}

interface Gate {
  readonly fate: Fate;
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

/** The test's hand on research that takes no time by itself. */
export class Gates {
  readonly #gates = new Map<string, Gate>();
  /** Versions that were researched though nothing should have begun them. */
  readonly strangers = new Set<string>();

  /** Says what becomes of a version, before it begins. */
  plan(key: Key, fate: Fate): void {
    this.#gates.set(nameOf(key), {
      fate,
      reached: Promise.withResolvers(),
      released: Promise.withResolvers(),
    });
  }

  /** Resolves when the version waits where it is to be held. */
  reached(key: Key): Promise<void> {
    return this.#gates.get(nameOf(key))?.reached.promise ?? Promise.resolve();
  }

  /** Lets a held version go on. */
  release(key: Key): void {
    this.#gates.get(nameOf(key))?.released.resolve();
  }

  /** Called by the research. @returns whether it is to fail. */
  async pass(key: Key, point: HoldPoint, signal: AbortSignal): Promise<boolean> {
    const gate = this.#gates.get(nameOf(key));
    if (gate === undefined) {
      this.strangers.add(nameOf(key));
      return false;
    }
    if (gate.fate.holdAt === point) {
      gate.reached.resolve();
      const aborted = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await Promise.race([gate.released.promise, aborted]);
    }
    return point === 'plan' && gate.fate.fails;
  }
}
