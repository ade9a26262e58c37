import type { Command } from 'commander';
import type { BulkOptions, DeadLetterTools, ReplayOutcome } from '@dossier/dead-letters';
import type { Cloud, CloudOptions } from '../cloud-connection.ts';
import { CommandStopped, EXIT, type ExitCode } from '../command-exit.ts';
import { operatorCommand, parseCount } from '../operator-command.ts';
import { print } from '../print.ts';
import { deadLetterAction } from './dead-letter-action.ts';
import { filterOf, narrows, withFilterOptions, type FilterOptions } from './filter-options.ts';
import { operatorName, withOperatorOptions, type OperatorOptions } from '../operator-options.ts';
import { jobText, outcomeText, planText, reportProgress } from './replay-text.ts';

const MAX_COUNT = 1_000_000;
const MAX_RATE = 1_000;
const MAX_WAIT_SECONDS = 24 * 60 * 60;
/** A replay that goes wrong should not take everything with it before somebody looks. */
const DEFAULT_FAILURES = 10;

interface ReplayOptions extends FilterOptions, OperatorOptions, CloudOptions {
  readonly all?: true;
  readonly dryRun?: true;
  readonly rate?: number;
  readonly canary?: number;
  readonly canaryWait?: number;
  readonly goOnUndecided?: true;
  readonly stopAfter?: number;
  readonly force?: true;
  readonly toTopic?: string;
  readonly resume?: string;
  readonly cancel?: string;
  readonly json?: true;
}

/** `dossier dlq replay`. */
export function replayCommand(): Command {
  return withOperatorOptions(
    withFilterOptions(
      operatorCommand('replay', 'Takes the runs of dead letters up again, each exactly once.')
        .argument('[id...]', 'their ids; else a filter, or --all')
        .option('--all', 'every open one')
        .option('--dry-run', 'show where everything would go, and change nothing')
        .option('--rate <n>', 'at most so many per second', parseCount(1, MAX_RATE))
        .option(
          '--canary <n>',
          'first so many; the rest when they end well',
          parseCount(1, MAX_COUNT),
        )
        .option(
          '--canary-wait <s>',
          'wait so long for them (default: 600)',
          parseCount(1, MAX_WAIT_SECONDS),
        )
        .option('--go-on-undecided', 'go on also when the canaries have not ended by then')
        .option(
          '--stop-after <n>',
          `stop after so many failures (default: ${DEFAULT_FAILURES})`,
          parseCount(1, MAX_COUNT),
        )
        .option('--force', 'quarantined ones too (bulk: with --state quarantined)')
        .option('--to-topic <name>', 'publish the messages as they are there; leave the runs alone')
        .option('--resume <job>', 'go on with a bulk replay')
        .option('--cancel <job>', 'stop a bulk replay, wherever it runs')
        .option('--json', 'print JSON (an array for several ids); progress goes to standard error'),
    ),
  ).action((ids: string[], options: ReplayOptions) =>
    deadLetterAction(options, (tools, cloud) => replay(ids, options, tools, cloud)),
  );
}

async function replay(
  ids: readonly string[],
  options: ReplayOptions,
  tools: DeadLetterTools,
  { clock }: Cloud,
): Promise<ExitCode> {
  const { resume, cancel } = options;
  const json = options.json === true;
  const operator = { by: operatorName(options), reason: options.why ?? 'replay' };
  const many = narrows(options) || options.all === true;
  const named = [ids.length > 0, many, resume, cancel].filter(Boolean);
  if (named.length !== 1) {
    const what =
      'Say which: ids, a filter, --all, --resume JOB or --cancel JOB, and only one of them.';
    throw new CommandStopped(EXIT.badUsage, what);
  }
  if (!many) refuseBulkOptions(options);
  if (ids.length === 0 && !many) refuseJobOptions(options);
  const progress = reportProgress(process.stderr);
  if (cancel !== undefined) return told(await tools.cancelJob(cancel, operator), json);
  if (resume !== undefined) return told(await tools.resumeJob(resume, progress), json);
  if (ids.length > 0) return replayEach(ids, options, operator, tools);
  const filter = filterOf(options, clock.now());
  const bulk = bulkOf(options);
  if (options.dryRun) {
    const plan = await tools.planReplay(filter, bulk);
    print(json ? JSON.stringify(plan) : planText(plan));
    return plan.matched > 0 ? EXIT.done : EXIT.nothing;
  }
  return told(await tools.replayMany(filter, { ...bulk, ...operator }, progress), json);
}

async function replayEach(
  ids: readonly string[],
  { dryRun, force, toTopic, json }: ReplayOptions,
  operator: { by: string; reason: string },
  tools: DeadLetterTools,
): Promise<ExitCode> {
  const how = { force: force === true, ...(toTopic === undefined ? {} : { target: toTopic }) };
  // All of them first: a misspelt id must not stop the replay half way.
  const plans = await Promise.all(
    ids.map(async (id) => ({ id, ...(await tools.planOne(id, how)) })),
  );
  const outcomes: (ReplayOutcome | (typeof plans)[number])[] = dryRun ? plans : [];
  for (const id of dryRun ? [] : ids) {
    outcomes.push(await tools.replayOne(id, { ...operator, ...how }));
  }
  const [only] = outcomes.length === 1 ? outcomes : [outcomes];
  print(json ? JSON.stringify(only) : outcomes.map(outcomeText).join('\n'));
  const held = outcomes.some(
    (outcome) => 'kind' in outcome && ['refused', 'skipped'].includes(outcome.kind),
  );
  return held ? EXIT.failed : EXIT.done;
}

/** They would be ignored, and somebody relies on them. */
function refuseBulkOptions({ rate, canary, canaryWait, goOnUndecided, stopAfter }: ReplayOptions) {
  const given = [rate, canary, canaryWait, goOnUndecided, stopAfter];
  if (given.every((option) => option === undefined)) return;
  const what = 'Rate, canaries and --stop-after are for a filter or --all; a job keeps its own.';
  throw new CommandStopped(EXIT.badUsage, what);
}

function refuseJobOptions({ dryRun, force, toTopic }: ReplayOptions) {
  if (dryRun === undefined && force === undefined && toTopic === undefined) return;
  const what = 'A job keeps its own --force and --to-topic, and has no dry run any more.';
  throw new CommandStopped(EXIT.badUsage, what);
}

function bulkOf(options: ReplayOptions): BulkOptions {
  const { rate, canary, canaryWait, goOnUndecided, stopAfter, force, toTopic } = options;
  return {
    stopAfterFailures: stopAfter ?? DEFAULT_FAILURES,
    ...(rate === undefined ? {} : { ratePerSecond: rate }),
    ...(canary === undefined ? {} : { canary }),
    ...(canaryWait === undefined ? {} : { canaryWaitMs: canaryWait * 1_000 }),
    ...(goOnUndecided === undefined ? {} : { goOnUndecided }),
    ...(force === undefined ? {} : { force }),
    ...(toTopic === undefined ? {} : { target: toTopic }),
  };
}

type Job = Awaited<ReturnType<DeadLetterTools['replayMany']>>;

function told(job: Job, json: boolean): ExitCode {
  print(json ? JSON.stringify(job) : jobText(job));
  const { errors, failedAgain, refused, replayed, skipped } = job.counts;
  if (job.state === 'cancelled') return EXIT.done;
  if (job.state !== 'done' || errors + failedAgain + refused > 0) return EXIT.failed;
  return replayed + skipped > 0 ? EXIT.done : EXIT.nothing;
}
