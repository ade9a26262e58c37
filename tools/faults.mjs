// npm run faults: the fault tests in their long form, or a proof that they notice a broken protocol.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { tryMutations } from './try-mutations.mjs';

const DEFAULT_RUNS = 1_000;
/** What npm test has: a broken protocol must be noticed there already. */
const MUTATION_RUNS = 200;
/** Events of the day of mixed traffic (test/line/day.spec.ts); about six minutes on two cores. */
const DAY_EVENTS = 10_000;

const HELP = `npm run faults -- [options] [pattern]

Runs the fault tests (test/faults) with many more random schedules than npm test does, and the day
of mixed traffic (test/line/day.spec.ts, about six minutes) with ${DAY_EVENTS} events.
A failure prints its seed, the schedule it was shrunk to, and how to replay it.

  --runs N       random schedules in all (default ${DEFAULT_RUNS}; with --mutations ${MUTATION_RUNS})
  --seed S       where chance starts (default: a fixed seed and a new one)
  --path P       replays one schedule of the seed, as a failure prints it
  --situation T  only the kinds of world whose title holds T
  --mutations    breaks the protocol in a copy of the repository, one way after the other, and wants
                 the simulation to fail each time
  --only TEXT    with --mutations: only those whose name holds TEXT
  --help         this text
  pattern        only test files whose path holds it, for example simulation or day

Exit code: 0 all right, 1 a test failed or a mutation was not noticed, 2 wrong usage.`;

async function main() {
  const { values, positionals } = readArguments();
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const seed = wholeNumber('--seed', values.seed);
  const runs = wholeNumber('--runs', values.runs);
  if (values.mutations) {
    return tryMutations({ runs: runs ?? MUTATION_RUNS, seed: seed ?? 1, only: values.only ?? '' });
  }
  if (values.path !== undefined && seed === undefined) throw new UsageError('--path needs --seed');
  return runTests(positionals[0] ?? '', {
    FAULT_RUNS: String(runs ?? DEFAULT_RUNS),
    DAY_EVENTS: String(DAY_EVENTS),
    ...(seed === undefined ? {} : { FAULT_SEED: String(seed) }),
    ...(values.path === undefined ? {} : { FAULT_PATH: values.path }),
    ...(values.situation === undefined ? {} : { FAULT_SITUATION: values.situation }),
  });
}

class UsageError extends Error {}

function readArguments() {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  const numbers = { runs: text, seed: text };
  const texts = { path: text, situation: text, only: text };
  const options = { ...numbers, ...texts, mutations: flag, help: flag };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error.message);
  }
}

function wholeNumber(name, given) {
  if (given === undefined) return undefined;
  if (!/^-?\d+$/.test(given)) throw new UsageError(`${name} needs a whole number, not "${given}"`);
  return Number(given);
}

/** Resolves with jest's exit code. */
function runTests(pattern, environment) {
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const files = `test/(?:faults/|line/(?=day\\.)).*${pattern}`;
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...jest, 'node_modules/jest/bin/jest.js', '-c', 'test/jest.config.mjs', files],
      { stdio: 'inherit', env: { ...process.env, ...environment } },
    );
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? 0 : 1));
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
