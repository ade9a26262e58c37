import { Command, CommanderError } from 'commander';
import { costsCommand } from './costs/costs.command.ts';
import { dlqCommand } from './dlq/dlq.command.ts';
import { lineCommand } from './line/line.command.ts';
import { probeCommand } from './probe/probe.command.ts';
import { researchCommand } from './research.command.ts';
import { runsCommand } from './runs/runs.command.ts';

const program = new Command('dossier')
  .description('Dossier on the command line.')
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .addCommand(researchCommand())
  .addCommand(runsCommand())
  .addCommand(dlqCommand())
  .addCommand(lineCommand())
  .addCommand(costsCommand())
  .addCommand(probeCommand());

/** Exit codes: what the command says; 2 for bad usage. */
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the help or the problem by now.
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
// A client whose server does not answer keeps trying, and the process with it. Standard output is
// written by then: files and pipes are, at once, on Linux and macOS.
process.exit();
