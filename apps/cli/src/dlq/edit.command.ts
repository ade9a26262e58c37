import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { CloudOptions } from '../cloud-connection.ts';
import { CommandStopped, EXIT } from '../command-exit.ts';
import { operatorCommand } from '../operator-command.ts';
import { print } from '../print.ts';
import { printable } from '../printable.ts';
import { deadLetterAction } from './dead-letter-action.ts';
import { operatorName, withOperatorOptions, type OperatorOptions } from '../operator-options.ts';

const BODY_LENGTH = 2_000;

interface EditOptions extends OperatorOptions, CloudOptions {
  readonly patch?: string;
  readonly patchFile?: string;
  readonly json?: true;
}

const EXAMPLES = `
Examples:
  --patch '[{"op":"replace","path":"/stage","value":"write"}]'
  --patch '[{"op":"replace","path":"","value":{"runId":"…","version":1,"stage":"plan","step":0}}]'
The result must be a command; what arrived is kept, and the patch stands in the history.`;

/** `dossier dlq edit`. */
export function editCommand(): Command {
  return withOperatorOptions(
    operatorCommand('edit', 'Mends the body of a dead letter by a JSON patch (RFC 6902).')
      .argument('<id>', 'its id, as list gives it')
      .option('--patch <json>', 'the patch')
      .option('--patch-file <file>', 'a file with the patch')
      .option('--json', 'print one JSON object'),
  )
    .addHelpText('after', EXAMPLES)
    .action((id: string, options: EditOptions) =>
      deadLetterAction(options, async (tools) => {
        const patch = await readPatch(options);
        const operator = { by: operatorName(options), reason: options.why ?? 'mended' };
        const { letter, before, after, flags } = await tools.edit(id, patch, operator);
        print(
          options.json
            ? JSON.stringify({ id, state: letter.state, before, after, flags })
            : [
                `Dead letter ${id} is mended and ${letter.state}.`,
                `- ${printable(before, BODY_LENGTH)}`,
                `+ ${printable(after, BODY_LENGTH)}`,
                ...(flags.length === 0 ? [] : [`Look twice: ${flags.join(', ')}.`]),
                `Replay it: dossier dlq replay ${id}`,
              ].join('\n'),
        );
        return EXIT.done;
      }),
    );
}

async function readPatch({ patch, patchFile }: EditOptions): Promise<unknown> {
  if ((patch === undefined) === (patchFile === undefined)) {
    throw new CommandStopped(
      EXIT.badUsage,
      'Give either --patch or --patch-file (--help says more).',
    );
  }
  try {
    const text = patch ?? (await readFile(patchFile ?? '', 'utf8'));
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandStopped(EXIT.badUsage, `The patch cannot be read: ${why}`, { cause });
  }
}
