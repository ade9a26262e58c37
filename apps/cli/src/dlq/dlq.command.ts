import { Command } from 'commander';
import { editCommand } from './edit.command.ts';
import { jobsCommand } from './jobs.command.ts';
import { listCommand } from './list.command.ts';
import { purgeCommand } from './purge.command.ts';
import { replayCommand } from './replay.command.ts';
import { showCommand } from './show.command.ts';
import { statsCommand } from './stats.command.ts';

/** `dossier dlq`: what died, why, and how it goes on. */
export function dlqCommand(): Command {
  return new Command('dlq')
    .description('Shows dead letters, mends, replays and purges them.')
    .exitOverride()
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(replayCommand())
    .addCommand(editCommand())
    .addCommand(purgeCommand())
    .addCommand(statsCommand())
    .addCommand(jobsCommand());
}
