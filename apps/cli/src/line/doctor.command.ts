import { dossierMenu } from '@dossier/line';
import type { Command } from 'commander';
import { EXIT, runAction } from '../command-exit.ts';
import { print } from '../print.ts';
import { doctorText } from './doctor-text.ts';
import { examine, type DoctorOptions } from './doctor.ts';
import { channelCommand, channelSettings } from './line-target.ts';

interface Options extends DoctorOptions {
  readonly json?: true;
}

/** `dossier line doctor`. */
export function doctorCommand(): Command {
  return channelCommand(
    'doctor',
    'Checks the settings of a channel, and what LINE says of it. Sends nobody a message.',
  )
    .option('--test', 'also have LINE call the webhook, while Dossier runs')
    .option('--webhook-url <url>', 'the webhook to expect (default: under DOSSIER_PUBLIC_URL)')
    .option('--json', 'print one JSON object')
    .action((options: Options) =>
      runAction(async () => {
        const diagnosis = await examine(channelSettings(), dossierMenu(), options);
        print(options.json ? JSON.stringify(diagnosis) : doctorText(diagnosis));
        return diagnosis.ok ? EXIT.done : EXIT.failed;
      }),
    );
}
