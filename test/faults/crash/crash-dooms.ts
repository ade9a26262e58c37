import { STAGE_NAMES } from '@dossier/contracts';
import { between, type Numbers } from '../proxy/seeded-choices.ts';
import { CRASH_POINTS, type Plot } from './crash-points.ts';
import type { Doom } from './crash-lane.ts';

/** One death at each point that a plot adds to the table. */
export function singleDeaths(plot: Plot): Doom[] {
  return CRASH_POINTS[plot].map((point) => ({ plot, points: [point] }));
}

/**
 * A death at every point, and once more at every point of the attempt that repeats: those of the same
 * stage, and of the sweep that finds it abandoned.
 */
export function pairedDeaths(): Doom[] {
  const sweeping = CRASH_POINTS['after-a-crash'];
  return CRASH_POINTS.answered.flatMap((first) =>
    CRASH_POINTS.answered
      .filter((second) => placeOf(second) === placeOf(first))
      .concat(first.endsWith('.claim.written') ? sweeping.filter(concerns(placeOf(first))) : [])
      .map((second): Doom => ({ plot: 'answered', points: [first, second] })),
  );
}

/** The dooms in an order that follows from the numbers. */
export function shuffled(dooms: readonly Doom[], numbers: Numbers): Doom[] {
  const rest = [...dooms];
  return dooms.flatMap(() => rest.splice(between(numbers, 0, rest.length - 1), 1));
}

/**
 * Batches of at most `size` that die together. At most one of each dies in a sweep: there is one
 * sweep per process, and it cannot stop at two points.
 */
export function batchesOf(dooms: readonly Doom[], size: number): Doom[][] {
  const batches: Doom[][] = [];
  for (const doom of dooms) {
    const fits = (batch: Doom[]): boolean =>
      batch.length < size && !(diesInSweep(doom) && batch.some(diesInSweep));
    const batch = batches.find(fits);
    if (batch === undefined) batches.push([doom]);
    else batch.push(doom);
  }
  return batches;
}

function diesInSweep({ points }: Doom): boolean {
  return points.some((point) => placeOf(point) === 'sweep');
}

function placeOf(point: string): string {
  return point.split('.')[0] ?? '';
}

/** Points of the sweep that takes over a stage: its own publish, and what all sweeps do. */
function concerns(stage: string): (point: string) => boolean {
  const others = STAGE_NAMES.filter((name) => name !== stage);
  return (point) => !others.some((name) => point.includes(`publish[${name}]`));
}
