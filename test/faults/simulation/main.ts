import { readFaultSettings } from '../fault-settings.ts';
import { checkPromise } from './property.ts';
import { calmSchedule } from './schedule.ts';
import { problemsOf, undisturbedWorld } from './judge.ts';
import { PLAIN, runsOf, situationsNamed } from './situations.ts';

/**
 * The simulation without jest, up to the first failure: for the mutations, which want nothing else.
 * Exit code 1 and the failure on standard output when the promise is broken.
 */
async function firstFailure(): Promise<string | undefined> {
  const settings = readFaultSettings();
  const { seed = 1 } = settings;
  const calm = await undisturbedWorld('test', PLAIN);
  const problems = await problemsOf(calm, calmSchedule('test'), PLAIN);
  if (problems.length > 0) return `in a calm world\n- ${problems.join('\n- ')}`;
  for (const situation of situationsNamed(settings.situation)) {
    try {
      const runs = runsOf(situation, settings.runs);
      await checkPromise(situation, { ...settings, seed, runs });
    } catch (error) {
      return `${situation.title}\n${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}

const failure = await firstFailure();
if (failure !== undefined) console.log(failure);
process.exit(failure === undefined ? 0 : 1);
