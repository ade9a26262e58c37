import type { TimingProfile } from '@dossier/contracts';
import { brokenInvariants } from '../invariants.ts';
import { calmSchedule, type Schedule } from './schedule.ts';
import { simulate, type Plot, type Simulated } from './simulate.ts';

/** Groups that the search stage asks for at once. */
const CALLS_AT_ONCE = 4;

const undisturbed = new Map<string, Promise<Simulated>>();

/** The same plot in a calm world: what every other world is compared with. */
export function undisturbedWorld(profile: TimingProfile, plot: Plot): Promise<Simulated> {
  const key = JSON.stringify([profile, plot]);
  const known = undisturbed.get(key) ?? simulate(calmSchedule(profile), plot);
  undisturbed.set(key, known);
  return known;
}

/** Everything that is wrong with a world, in words; empty when the product kept its promise in it. */
export async function problemsOf(
  world: Simulated,
  { profile }: Schedule,
  plot: Plot,
): Promise<string[]> {
  const calm = await undisturbedWorld(profile, plot);
  const disturbance = {
    lostAttempts: world.damage.attempts,
    lostCommands: world.damage.commands,
    callsAtOnce: CALLS_AT_ONCE,
  };
  const ends = world.runs.flatMap((run, index) => {
    const expected = calm.runs[index];
    if (expected === undefined) return [`run ${index} is unknown to the calm world`];
    return brokenInvariants(run, expected, disturbance);
  });
  const reasons = (each: Simulated): string =>
    [...new Set(each.deadLetterReasons)].sort().join(' ');
  // A stray that comes late may fit by then.
  const unexplained =
    reasons(world) === reasons(calm) || plot.strays === true
      ? []
      : [`dead letters say "${reasons(world)}" instead of "${reasons(calm)}"`];
  return [...world.breaches, ...ends, ...unexplained];
}
