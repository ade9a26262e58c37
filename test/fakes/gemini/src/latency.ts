import { SeededRandom } from './seeded-random.ts';
import type { TaskName } from './task.ts';

/** How long answers take: as models do, at once, or always so many milliseconds. */
export type Latency = 'recorded' | 'none' | number;

/**
 * From and to, in milliseconds. Assumptions: nobody could call the real models, and the recordings
 * (made against a loopback server) say nothing of time. They are in the order of what public traces of
 * grounded requests show, and only their proportions matter to tests.
 */
const RANGES: Readonly<Record<TaskName | 'unknown', readonly [number, number]>> = {
  plan: [2_000, 3_000],
  'plan-follow-up': [1_800, 2_800],
  'read-wish': [900, 1_600],
  search: [6_000, 14_000],
  'search-pages': [5_000, 11_000],
  'search-corpus': [1_500, 3_500],
  compare: [6_500, 9_500],
  outline: [3_000, 5_000],
  chapter: [5_000, 12_000],
  'chapter-again': [5_000, 12_000],
  'chapter-go-on': [2_000, 5_000],
  'deepen-chapter': [6_000, 12_000],
  'rewrite-chapter': [5_000, 10_000],
  closing: [2_500, 4_500],
  unknown: [1_000, 2_000],
};

/** How long the answer to a request takes, in milliseconds; the same request always takes as long. */
export function latencyOf(
  latency: Latency,
  scale: number,
  task: TaskName | 'unknown',
  random: SeededRandom,
): number {
  if (latency === 'none') return 0;
  if (typeof latency === 'number') return latency;
  const [from, to] = RANGES[task];
  return random.whole(from, to) * scale;
}
