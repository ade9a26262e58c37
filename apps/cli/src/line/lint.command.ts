import type { Command } from 'commander';
import { EXIT, runAction } from '../command-exit.ts';
import { print } from '../print.ts';
import { channelCommand, channelSettings, lineOptionsOf } from './line-target.ts';
import { lintText } from './lint-text.ts';
import { lintCards } from './lint.ts';

interface Options {
  readonly offline?: true;
  readonly json?: true;
}

/** `dossier line lint`. */
export function lintCommand(): Command {
  return channelCommand(
    'lint',
    'Checks every card that the bot can send; with a channel set up, LINE validates them too.',
  )
    .option('--offline', 'do not ask LINE')
    .option('--json', 'print one JSON object')
    .action((options: Options) =>
      runAction(async () => {
        const line = options.offline ? undefined : lineOptionsOf(channelSettings());
        const report = await lintCards(line);
        print(options.json ? JSON.stringify(report) : lintText(report));
        return report.ok ? EXIT.done : EXIT.failed;
      }),
    );
}
