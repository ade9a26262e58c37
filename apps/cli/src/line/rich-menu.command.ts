import { dossierMenu } from '@dossier/line';
import type { Command } from 'commander';
import { EXIT, runAction } from '../command-exit.ts';
import { print } from '../print.ts';
import { changeMenu, menuText, type MenuWish } from './install-menu.ts';
import { channelCommand, channelSettings, requireLineOptions } from './line-target.ts';

interface Options extends MenuWish {
  readonly json?: true;
}

/** `dossier line rich-menu`. */
export function richMenuCommand(): Command {
  return channelCommand(
    'rich-menu',
    'Installs the menu under the chat (新研究, 我的報告, 說明) for everybody; older ones of ours go.',
  )
    .option('--remove', 'take it away instead')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--json', 'print one JSON object')
    .action((options: Options) =>
      runAction(async () => {
        const line = requireLineOptions(channelSettings());
        const report = await changeMenu(line, dossierMenu(), options);
        print(options.json ? JSON.stringify(report) : menuText(report));
        return EXIT.done;
      }),
    );
}
