import type { Command } from 'commander';
import { EXIT, runAction, type ExitCode } from '../command-exit.ts';
import { operatorCommand } from '../operator-command.ts';
import { print } from '../print.ts';
import { probe, type ProbeReport } from './probe.ts';
import { probeLine, probeSummary } from './probe-text.ts';

interface Options {
  readonly data?: string;
  readonly json?: true;
}

/** `dossier probe`. */
export function probeCommand(): Command {
  return operatorCommand(
    'probe',
    'Checks with a few real calls that the configured models do what Dossier asks of them.',
  )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nAsks the models of the GEMINI_ and DOSSIER_MODEL_ settings; costs a few cents. The result is kept\n' +
        'with the data, and services that start with a model that did not pass warn of it.',
    )
    .action((options: Options) =>
      runAction(async () => {
        const report = await probe(options.data, (result) => {
          if (!options.json) print(probeLine(result));
        });
        print(options.json ? JSON.stringify(report) : probeSummary(report));
        return exitCodeOf(report);
      }),
    );
}

function exitCodeOf({ ok }: ProbeReport): ExitCode {
  return ok ? EXIT.done : EXIT.failed;
}
