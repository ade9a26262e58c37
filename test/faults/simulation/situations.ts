import type { Plot } from './simulate.ts';
import type { Mishap } from './simulated-provider.ts';

/** One question, and a provider that works. */
export const PLAIN: Plot = { runs: 1, mishaps: [] };

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

/** A kind of world in which the promise is checked. */
export interface Situation {
  readonly title: string;
  /** Its part of all random schedules. */
  readonly share: number;
  readonly plots: readonly Plot[];
}

const SITUATIONS: readonly Situation[] = [
  { title: 'under random faults', share: 0.4, plots: [PLAIN] },
  { title: 'with two runs at once', share: 0.1, plots: [{ runs: 2, mishaps: [] }] },
  {
    title: 'when every command goes to two workers',
    share: 0.15,
    plots: [{ ...PLAIN, impatient: true }],
  },
  { title: 'among stray commands', share: 0.1, plots: [{ ...PLAIN, strays: true }] },
  {
    title: 'when the provider fails too: for a while, for good, for a person, and by a bug',
    share: 0.25,
    plots: MISHAPS.map((mishap) => ({ runs: 1, mishaps: [mishap] })),
  },
];

/** The situations whose title holds a text. @throws Error when there is none: a replay would pass. */
export function situationsNamed(text: string): readonly Situation[] {
  const found = SITUATIONS.filter(({ title }) => title.includes(text));
  if (found.length === 0) throw new Error(`no situation is called "${text}"`);
  return found;
}

/** How many of `runs` schedules a situation gets. */
export function runsOf({ share }: Situation, runs: number): number {
  return Math.max(1, Math.round(runs * share));
}
