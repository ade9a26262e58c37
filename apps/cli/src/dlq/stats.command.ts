import type { Command } from 'commander';
import type { CloudOptions } from '../cloud-connection.ts';
import { EXIT } from '../command-exit.ts';
import { operatorCommand } from '../operator-command.ts';
import { print } from '../print.ts';
import { deadLetterAction } from './dead-letter-action.ts';
import { statsText } from './dead-letter-tables.ts';
import { filterOf, withFilterOptions, type FilterOptions } from './filter-options.ts';

interface StatsOptions extends FilterOptions, CloudOptions {
  readonly json?: true;
}

/** `dossier dlq stats`. */
export function statsCommand(): Command {
  return withFilterOptions(
    operatorCommand(
      'stats',
      'Counts dead letters by state, stage, reason, age, run and cause (default: open, quarantined).',
    ).option('--json', 'print one JSON object'),
  ).action((options: StatsOptions) =>
    deadLetterAction(options, async (tools, { clock }) => {
      const now = clock.now();
      const stats = await tools.stats(filterOf(options, now));
      print(options.json ? JSON.stringify(stats) : statsText(stats, now));
      return EXIT.done;
    }),
  );
}
