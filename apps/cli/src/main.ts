import { Command, CommanderError } from 'commander';
import { researchCommand } from './research.command.ts';

const program = new Command('dossier')
  .description('Dossier on the command line.')
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .addCommand(researchCommand());

/** Exit codes: what the command says; 2 for bad usage. */
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the help or the problem by now.
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
