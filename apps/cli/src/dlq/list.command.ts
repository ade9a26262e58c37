import type { Command } from 'commander';
import { print } from '../print.ts';
import type { CloudOptions } from '../cloud-connection.ts';
import { EXIT } from '../command-exit.ts';
import { operatorCommand } from '../operator-command.ts';
import { deadLetterAction } from './dead-letter-action.ts';
import { causesTable, lettersTable } from './dead-letter-tables.ts';
import { filterOf, withFilterOptions, type FilterOptions } from './filter-options.ts';

interface ListOptions extends FilterOptions, CloudOptions {
  readonly group?: true;
  readonly json?: true;
}

/** `dossier dlq list`. */
export function listCommand(): Command {
  return withFilterOptions(
    operatorCommand('list', 'Lists dead letters, the oldest first.')
      .option('--group', 'one line per cause instead of one per letter')
      .option('--json', 'print a JSON array'),
  ).action((options: ListOptions) =>
    deadLetterAction(options, async (tools, { clock }) => {
      const now = clock.now();
      const filter = filterOf(options, now);
      if (options.group) {
        const { causes } = await tools.stats({ states: ['open'], ...filter });
        print(options.json ? JSON.stringify(causes) : causesTable(causes, now));
        return EXIT.done;
      }
      const letters = await tools.list(filter);
      print(options.json ? JSON.stringify(letters) : lettersTable(letters, now));
      return EXIT.done;
    }),
  );
}
