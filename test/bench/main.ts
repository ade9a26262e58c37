import { accessSync, constants, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { FULL, QUICK, SECTIONS, type Section } from './plan.ts';
import { tablesOf } from './report/tables.ts';
import { ASSUMED_MODEL_TIMES, parseModelTimes, type ModelTimes } from './research/model-times.ts';

const INTERRUPTED = 130;

interface Options {
  readonly quick?: boolean;
  readonly json?: string;
  readonly only?: Section[];
  readonly modelTimes?: ModelTimes;
}

const program = new Command('bench')
  .description('Measures the pipeline on this machine and prints a table.')
  .option('--quick', 'all comparisons within 45 s, with fewer runs and model times x 0.02')
  .option('--json <file>', 'write the results as JSON too', checkFile)
  .option('--only <name...>', `only some of: ${SECTIONS.join(', ')}`, collectSections)
  .option(
    '--model-times <file>',
    'JSON of recorded model times for the latency run',
    readModelTimes,
  )
  .addHelpText(
    'after',
    '\nExit codes: 0 everything was measured, 2 bad usage, 1 anything else.\n' +
      'The table goes to standard output, progress to standard error. docs/benchmark.md says what the numbers mean.',
  )
  .allowExcessArguments(false)
  .showHelpAfterError('(--help says more)')
  .exitOverride()
  .action(run);

async function run({ quick = false, json, only, modelTimes }: Options): Promise<void> {
  const progress = (text: string): void => {
    process.stderr.write(`${(performance.now() / 1_000).toFixed(1).padStart(6)} s  ${text}\n`);
  };
  // Loaded only now: help and bad usage are told at once.
  const { measureAll } = await import('./measure-all.ts');
  const result = await measureAll(
    {
      quick,
      plan: quick ? QUICK : FULL,
      sections: SECTIONS.filter((name) => only?.includes(name) ?? true),
      modelTimes: modelTimes ?? ASSUMED_MODEL_TIMES,
      modelTimesFrom: modelTimes === undefined ? 'assumed' : 'recorded',
      // The clock of this process began with it.
      startedAt: 0,
    },
    progress,
  );
  process.stdout.write(`${tablesOf(result)}`);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = result.missing.length === 0 ? 0 : 1;
}

/** Told before anything is measured, not minutes later. */
function checkFile(file: string): string {
  const path = resolve(file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw new InvalidArgumentError(`${file} is a folder.`);
  try {
    accessSync(found === undefined ? dirname(path) : path, constants.W_OK);
  } catch {
    throw new InvalidArgumentError(`${file} cannot be written; name a file in an existing folder.`);
  }
  return path;
}

function collectSections(name: string, before: readonly Section[] = []): Section[] {
  const section = SECTIONS.find((each) => each === name);
  if (section !== undefined) return [...before, section];
  throw new InvalidArgumentError(`Choose from ${SECTIONS.join(', ')}.`);
}

function readModelTimes(file: string): ModelTimes {
  try {
    return parseModelTimes(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

// Children and folders are cleared away when this process exits, so it must exit and not be killed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(INTERRUPTED));
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the help or the problem by now.
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
// A section that was given up may still wait for something that will never come.
process.exit();
