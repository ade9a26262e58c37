import type { Command } from 'commander';
import type { CloudOptions } from '../cloud-connection.ts';
import { EXIT } from '../command-exit.ts';
import { operatorCommand } from '../operator-command.ts';
import { print } from '../print.ts';
import { span, textTable } from '../printable.ts';
import { deadLetterAction } from './dead-letter-action.ts';
import { jobText } from './replay-text.ts';

interface JobsOptions extends CloudOptions {
  readonly json?: true;
}

/** `dossier dlq jobs`. */
export function jobsCommand(): Command {
  return operatorCommand('jobs', 'Lists the newest bulk replays, or shows one.')
    .argument('[job]', 'its id')
    .option('--json', 'print JSON')
    .action((jobId: string | undefined, options: JobsOptions) =>
      deadLetterAction(options, async (tools, { clock }) => {
        if (jobId !== undefined) {
          const job = await tools.job(jobId);
          print(options.json ? JSON.stringify(job) : jobText(job));
          return EXIT.done;
        }
        const jobs = await tools.jobs();
        if (options.json) print(JSON.stringify(jobs));
        else if (jobs.length === 0) print('No bulk replays.');
        else {
          const now = clock.now().getTime();
          const heading = ['JOB', 'STATE', 'AGE', 'REPLAYED', 'SKIPPED', 'FAILED', 'BY'];
          const rows = jobs.map(({ jobId: id, state, startedAt, counts, by }) => [
            id,
            state,
            span(now - Date.parse(startedAt)),
            String(counts.replayed),
            String(counts.skipped),
            String(counts.errors + counts.failedAgain),
            by,
          ]);
          print(textTable(heading, rows));
        }
        return EXIT.done;
      }),
    );
}
