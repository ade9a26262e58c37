import { Command, Option } from 'commander';
import { STAGE_NAMES, type RunId, type StageName } from '@dossier/contracts';
import { withCloud, type CloudOptions } from '../cloud-connection.ts';
import { CommandStopped, EXIT, runAction } from '../command-exit.ts';
import { operatorCommand, parseCount, parseRunId, parseSince } from '../operator-command.ts';
import { operatorName, withOperatorOptions, type OperatorOptions } from '../operator-options.ts';
import { print } from '../print.ts';
import { cancelRun, retryRun } from './change-run.ts';
import { listRuns, runsTable } from './list-runs.ts';
import { readRun } from './run-details.ts';
import { RUN_STATUSES } from './run-row.ts';
import { runText } from './run-text.ts';

const MAX_VERSION = 10_000;
const MAX_LISTED = 1_000;

interface ListOptions extends CloudOptions {
  readonly status?: readonly string[];
  readonly since?: (now: Date) => Date;
  readonly conversation?: string;
  readonly limit: number;
  readonly json?: true;
}

interface ShowOptions extends CloudOptions {
  readonly json?: true;
}

interface ChangeOptions extends CloudOptions, OperatorOptions {
  readonly at?: number;
  readonly json?: true;
}

/** `dossier runs`: what runs are doing, and the operator's hand on them. */
export function runsCommand(): Command {
  return new Command('runs')
    .description('Shows runs and their history, gives them up, or takes stopped ones up again.')
    .exitOverride()
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(cancelCommand())
    .addCommand(retryCommand());
}

function listCommand(): Command {
  return operatorCommand('list', 'Lists runs, the newest first.')
    .addOption(
      new Option('--status <status...>', 'only runs in these states').choices(RUN_STATUSES),
    )
    .option('--since <when>', 'only runs asked for since then: 90m, 7d or 2026-12-01', parseSince)
    .option('--conversation <id>', 'only runs of one conversation, such as user:U1234')
    .option('--limit <count>', 'at most so many', parseCount(1, MAX_LISTED), 20)
    .option('--json', 'print a JSON array')
    .action((options: ListOptions) =>
      runAction(() =>
        withCloud(options, async (cloud) => {
          const now = cloud.clock.now();
          const rows = await listRuns(cloud, { ...options, since: options.since?.(now) });
          print(options.json ? JSON.stringify(rows) : runsTable(rows, now));
          return EXIT.done;
        }),
      ),
    );
}

function showCommand(): Command {
  return operatorCommand('show', 'Shows everything that is known of a run.')
    .argument('<run>', 'its id', parseRunId)
    .option('--json', 'print one JSON object')
    .action((runId: RunId, options: ShowOptions) =>
      runAction(() =>
        withCloud(options, async (cloud) => {
          const run = await readRun(cloud, runId);
          if (run === undefined) {
            throw new CommandStopped(EXIT.nothing, `There is no run ${runId} in ${cloud.where}.`);
          }
          print(options.json ? JSON.stringify(run) : runText(run, cloud.clock.now()));
          return EXIT.done;
        }),
      ),
    );
}

function cancelCommand(): Command {
  return changeCommand('cancel', 'Gives a run up; whoever works on it throws the result away.')
    .option('--quiet', 'do not tell the user')
    .action((runId: RunId, options: ChangeOptions & { readonly quiet?: true }) =>
      runAction(() =>
        withCloud(options, async (cloud) => {
          const change = { ...changeOf(runId, options), quiet: options.quiet === true };
          const said = await cancelRun(cloud, change);
          print(options.json ? JSON.stringify({ runId, result: 'cancelled', said }) : said);
          return EXIT.done;
        }),
      ),
    );
}

function retryCommand(): Command {
  return changeCommand(
    'retry',
    'Takes a run up again at the stage that failed, or that waits for a decision.',
  )
    .addOption(
      new Option('--stage <stage>', 'the stage to take up, if several failed').choices(STAGE_NAMES),
    )
    .action((runId: RunId, options: ChangeOptions & { readonly stage?: StageName }) =>
      runAction(() =>
        withCloud(options, async (cloud) => {
          const change = { ...changeOf(runId, options), stage: options.stage };
          const said = await retryRun(cloud, change);
          print(options.json ? JSON.stringify({ runId, result: 'resumed', said }) : said);
          return EXIT.done;
        }),
      ),
    );
}

function changeCommand(name: string, description: string): Command {
  return withOperatorOptions(
    operatorCommand(name, description)
      .argument('<run>', 'its id', parseRunId)
      .option(
        '--at <version>',
        'the version that is meant (default: the newest)',
        parseCount(1, MAX_VERSION),
      )
      .option('--json', 'print one JSON object'),
  );
}

function changeOf(runId: RunId, { at: version, why = 'operator', by }: ChangeOptions) {
  return { runId, version, reason: why, by: operatorName({ by }) };
}
