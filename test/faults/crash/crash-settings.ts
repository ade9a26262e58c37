import { readFaultSettings } from '../fault-settings.ts';

/** How much the tests with real processes do. */
export interface CrashSettings {
  /** Where chance starts. */
  readonly seed: number;
  /** Pairs of points to die at; all of them in the nightly form. */
  readonly pairs: number;
  /** The six processes under fire: runs in flight, and for how long. */
  readonly fleet: { readonly runs: number; readonly ms: number };
}

/** From so many schedules on it is the nightly form. */
const NIGHTLY_RUNS = 1_000;

/** Follows from `readFaultSettings`. */
export function readCrashSettings(): CrashSettings {
  const { runs, seed: given } = readFaultSettings();
  const isNightly = runs >= NIGHTLY_RUNS;
  // `npm test` judges a change, not its luck: the same choices each time.
  const seed = given ?? (isNightly ? Math.floor(Math.random() * 2 ** 31) : 1);
  return isNightly
    ? { seed, pairs: Infinity, fleet: { runs: 200, ms: 60_000 } }
    : { seed, pairs: Math.ceil(runs / 6), fleet: { runs: 30, ms: 10_000 } };
}
