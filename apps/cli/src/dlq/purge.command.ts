import type { Command } from 'commander';
import { PurgeNotConfirmed } from '@dossier/dead-letters';
import type { CloudOptions } from '../cloud-connection.ts';
import { CommandStopped, EXIT } from '../command-exit.ts';
import { operatorCommand } from '../operator-command.ts';
import { print } from '../print.ts';
import { deadLetterAction } from './dead-letter-action.ts';
import {
  filterOf,
  names,
  narrows,
  withFilterOptions,
  type FilterOptions,
} from './filter-options.ts';
import { operatorName, withOperatorOptions, type OperatorOptions } from '../operator-options.ts';

interface PurgeOptions extends FilterOptions, OperatorOptions, CloudOptions {
  readonly all?: true;
  readonly confirm?: true;
  readonly json?: true;
}

/** `dossier dlq purge`. */
export function purgeCommand(): Command {
  return withOperatorOptions(
    withFilterOptions(
      operatorCommand('purge', 'Deletes dead letters for good; their history stays.')
        .argument('[id...]', 'their ids; else a filter, or --all')
        .option('--all', 'every open one')
        .option('--confirm', 'really do it; without it the count is shown and nothing happens')
        .option('--json', 'print one JSON object'),
    ),
  ).action((ids: string[], options: PurgeOptions) =>
    deadLetterAction(options, async (tools, { clock }) => {
      const selection = ids.length > 0 ? { ids } : { filter: filterOf(options, clock.now()) };
      if (ids.length === 0 && !names(options) && options.all !== true) {
        throw new CommandStopped(EXIT.badUsage, 'Say which: ids, a filter, or --all.');
      }
      if (ids.length > 0 && narrows(options)) {
        throw new CommandStopped(EXIT.badUsage, 'Give ids or a filter, not both.');
      }
      if (options.why === undefined) {
        throw new CommandStopped(EXIT.badUsage, 'A purge needs a reason: say it with --why.');
      }
      const operator = { by: operatorName(options), reason: options.why };
      const confirm = options.confirm === true;
      try {
        const { purged, already } = await tools.purge(selection, { ...operator, confirm });
        const before = already.length === 0 ? '' : `, ${already.length} purged before`;
        print(
          options.json
            ? JSON.stringify({ purged, already })
            : `Purged ${purged.length} dead letter(s)${before}.`,
        );
        return purged.length + already.length > 0 ? EXIT.done : EXIT.nothing;
      } catch (error) {
        if (!(error instanceof PurgeNotConfirmed)) throw error;
        const what = `${error.count} dead letter(s) would be purged for good. Repeat with --confirm.`;
        throw new CommandStopped(EXIT.badUsage, what, { cause: error });
      }
    }),
  );
}
