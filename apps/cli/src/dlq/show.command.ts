import type { Command } from 'commander';
import type { CloudOptions } from '../cloud-connection.ts';
import { EXIT } from '../command-exit.ts';
import { operatorCommand } from '../operator-command.ts';
import { print } from '../print.ts';
import { deadLetterAction } from './dead-letter-action.ts';
import { deadLetterText } from './dead-letter-text.ts';

interface ShowOptions extends CloudOptions {
  readonly json?: true;
}

/** `dossier dlq show`. */
export function showCommand(): Command {
  return operatorCommand(
    'show',
    'Shows one dead letter: payload, attributes, attempts, its run, and whether a replay is safe.',
  )
    .argument('<id>', 'its id, as list gives it')
    .option('--json', 'print one JSON object')
    .action((id: string, options: ShowOptions) =>
      deadLetterAction(options, async (tools, { clock }) => {
        const view = await tools.show(id);
        print(options.json ? JSON.stringify(view) : deadLetterText(view, clock.now()));
        return EXIT.done;
      }),
    );
}
