import type { Plot } from './simulate.ts';
import type { Mishap } from './simulated-provider.ts';

/** One question, and a provider that works. */
export const PLAIN: Plot = { runs: 1, mishaps: [] };

/** Two people at once. */
export const TWO_RUNS: Plot = { runs: 2, mishaps: [] };

const ALWAYS = 1_000;

const MISHAPS: readonly Mishap[] = [
  { call: 'plan', kind: 'retryable', times: 2 },
  { call: 'search.2', kind: 'retryable', times: 1 },
  { call: 'compare', kind: 'bug', times: 1 },
  { call: 'plan', kind: 'permanent', times: ALWAYS },
  { call: 'compare', kind: 'permanent', times: ALWAYS },
  { call: 'write', kind: 'needs-human', times: ALWAYS },
  // Until no attempt is left: the end is a dead letter.
  { call: 'write', kind: 'bug', times: ALWAYS },
];

/** The provider fails in each of the four kinds: for a while, for good, for a person, and by a bug. */
export const UNLUCKY: readonly Plot[] = MISHAPS.map((mishap) => ({ runs: 1, mishaps: [mishap] }));
