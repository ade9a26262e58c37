import fc from 'fast-check';
import type { FaultSettings } from '../fault-settings.ts';
import { problemsOf } from './judge.ts';
import { schedules, type Schedule } from './schedule.ts';
import { simulate, type Plot } from './simulate.ts';
import type { Situation } from './situations.ts';

/** Lines of a trace that a failure shows: the end is where it went wrong. */
const SHOWN_LINES = 200;

interface Case {
  readonly schedule: Schedule;
  readonly plot: Plot;
}

/** Problems of one world, thrown so that fast-check counts it as failed. */
class BrokenPromise extends Error {
  override readonly name = 'BrokenPromise';
}

/**
 * Checks that the product keeps its promise in a situation, under `runs` random schedules.
 * @throws Error with the shrunk schedule, what it breaks, its trace, and how to replay it.
 */
export async function checkPromise(
  { title, plots }: Situation,
  {
    runs,
    seed,
    path,
    shrinks,
  }: Pick<FaultSettings, 'path' | 'shrinks'> & { runs: number; seed: number },
): Promise<void> {
  const cases = fc.record({ schedule: schedules(), plot: fc.constantFrom(...plots) });
  const property = fc.asyncProperty(cases, async ({ schedule, plot }) => {
    const problems = await problemsOf(await simulate(schedule, plot), schedule, plot);
    if (problems.length > 0) throw new BrokenPromise(problems.join('\n'));
  });
  const details = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: !shrinks,
    ...(path === undefined ? {} : { path, numRuns: 1, endOnFailure: true }),
  });
  if (!details.failed) return;
  const [found] = details.counterexample ?? [];
  if (found === undefined) throw new Error('fast-check failed without a counterexample');
  const options = `--seed ${seed} --path ${details.counterexamplePath} --situation "${title}"`;
  throw new Error(await describe(found, `npm run faults -- simulation ${options}`));
}

async function describe({ schedule, plot }: Case, replay: string): Promise<string> {
  const world = await simulate(schedule, plot);
  const problems = await problemsOf(world, schedule, plot);
  return [
    ...problems.map((problem) => `- ${problem}`),
    `schedule: ${JSON.stringify(schedule)}`,
    `plot: ${JSON.stringify(plot)}`,
    `replay: ${replay}`,
    ...world.trace.slice(-SHOWN_LINES),
  ].join('\n');
}
