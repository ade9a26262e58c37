import { Option, type Command } from 'commander';
import type { RunId } from '@dossier/contracts';
import { withCloud, type CloudOptions } from '../cloud-connection.ts';
import { CommandStopped, EXIT, runAction } from '../command-exit.ts';
import { operatorCommand, parseRunId, parseSince } from '../operator-command.ts';
import { print } from '../print.ts';
import { COST_GROUPS, callsOf, sumCosts, type CostGroup } from './costs.ts';
import { callsTable, costsTable } from './costs-text.ts';

const DEFAULT_SINCE = '7d';

interface Options extends CloudOptions {
  readonly by: CostGroup;
  readonly since: (now: Date) => Date;
  readonly run?: RunId;
  readonly json?: true;
}

/** `dossier costs`. */
export function costsCommand(): Command {
  return operatorCommand('costs', 'Shows what models have cost, from the ledger of each run.')
    .addOption(
      new Option('--by <what>', 'what to sum by').choices(COST_GROUPS).default(COST_GROUPS[0]),
    )
    .option(
      '--since <when>',
      'runs asked for since then: 90m, 7d or 2026-12-01 (default: 7d)',
      parseSince,
      parseSince(DEFAULT_SINCE),
    )
    .option('--run <id>', 'every request of one run instead', parseRunId)
    .option('--json', 'print a JSON array')
    .action((options: Options) =>
      runAction(() =>
        withCloud(options, async (cloud) => {
          if (options.run !== undefined) {
            const calls = await callsOf(cloud, options.run);
            if (calls === undefined) {
              const where = `There is no run ${options.run} in ${cloud.where}.`;
              throw new CommandStopped(EXIT.nothing, where);
            }
            print(options.json ? JSON.stringify(calls) : callsTable(calls));
            return EXIT.done;
          }
          const since = options.since(cloud.clock.now());
          const sums = await sumCosts(cloud, { by: options.by, since });
          print(options.json ? JSON.stringify(sums) : costsTable(options.by, sums));
          return EXIT.done;
        }),
      ),
    );
}
