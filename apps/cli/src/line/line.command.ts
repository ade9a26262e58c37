import { Command } from 'commander';
import { doctorCommand } from './doctor.command.ts';
import { lintCommand } from './lint.command.ts';
import { richMenuCommand } from './rich-menu.command.ts';

/** `dossier line`: the channel at LINE, and whether it is set up. */
export function lineCommand(): Command {
  return new Command('line')
    .description('Checks the set-up of the LINE channel, and installs its menu.')
    .exitOverride()
    .addCommand(doctorCommand())
    .addCommand(lintCommand())
    .addCommand(richMenuCommand());
}
