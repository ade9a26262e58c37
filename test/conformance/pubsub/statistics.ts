import { setTimeout as pause } from 'node:timers/promises';
import type { RunningPubSub } from '@dossier/embedded';
import { officialAddress } from '../servers.ts';
import { until, type PubSubUnderTest } from './pubsub-under-test.ts';

type Stats = ReturnType<RunningPubSub['stats']>[string];
type Named = { readonly name: string };

/** Long enough for what usually takes a few milliseconds. */
const UNTOLD_MS = 1000;

/**
 * What the embedded server tells of its subscriptions. Google's emulator tells nothing: there is then
 * nothing to compare, and to wait for only time.
 */
export class Statistics {
  readonly #pubsub: () => PubSubUnderTest;
  readonly #isTold = officialAddress('pubsub') === undefined;

  /** @param pubsub what is under test once the spec has started it. */
  constructor(pubsub: () => PubSubUnderTest) {
    this.#pubsub = pubsub;
  }

  /** Whether the condition holds, or nobody can tell. */
  hold({ name }: Named, condition: (stats: Stats) => boolean): boolean {
    if (!this.#isTold) return true;
    const stats = this.#pubsub().server.stats()[name];
    return stats !== undefined && condition(stats);
  }

  /** Resolves as soon as the condition holds. @throws Error naming `what` after `withinMs`. */
  async until(
    what: string,
    subscription: Named,
    condition: (stats: Stats) => boolean,
    withinMs?: number,
  ): Promise<void> {
    if (this.#isTold) await until(what, () => this.hold(subscription, condition), withinMs);
    else await pause(UNTOLD_MS);
  }

  /** Compares some of the numbers. */
  expect({ name }: Named, expected: Partial<Stats>): void {
    if (this.#isTold) expect(this.#pubsub().server.stats()[name]).toMatchObject(expected);
  }
}
