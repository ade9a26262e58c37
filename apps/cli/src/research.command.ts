import { Command, InvalidArgumentError } from 'commander';
import { MAX_QUESTION_LENGTH } from '@dossier/contracts';
import {
  loadEnvironment,
  providerOption,
  readSettings,
  SettingsError,
  type Settings,
} from '@dossier/platform';

import type { ResearchResult } from './research.ts';

/** What the shell sees: 0 a report, 3 no evidence, 2 bad usage or settings, 1 anything else. */
const EXIT_CODES = { done: 0, no_evidence: 3, failed: 1 } as const;
const BAD_USAGE = 2;
/** Their messages say all that a person needs. */
const DATA_FOLDER_ERRORS = ['DataFolderInUse', 'DataFolderUnusable'];

const NO_EVIDENCE: Readonly<Record<string, string>> = {
  'corpus-empty': 'the folder holds no document that can be read',
  'no-evidence': 'nothing in the folder answers the question',
};

interface ResearchOptions {
  readonly question: string;
  readonly corpus?: string;
  readonly data?: string;
  readonly provider?: string;
  readonly fakeGemini?: true;
  readonly json?: true;
}

/** `dossier research`: one question through the whole pipeline. */
export function researchCommand(): Command {
  return new Command('research')
    .description('Researches one question through the whole pipeline on this machine.')
    .requiredOption('--question <text>', 'what to find out', checkQuestion)
    .option('--corpus <dir>', 'folder of .md, .txt and .html files (default: the demo corpus)')
    .option('--data <dir>', 'folder that keeps runs and reports (default: .dossier)')
    .option('--provider <name>', 'local-corpus or gemini (default: local-corpus)')
    .option(
      '--fake-gemini',
      'the way of gemini with made-up answers, for development: needs no key',
    )
    .option('--json', 'print one JSON object as the last line of standard output')
    .addHelpText(
      'after',
      '\nExit codes: 0 a report, 3 no evidence, 2 bad usage or settings, 1 anything else.\n' +
        'Settings come from the environment and .env too; see .env.example.',
    )
    .showHelpAfterError('(--help says more)')
    .exitOverride()
    .allowExcessArguments(false)
    .action(async (options: ResearchOptions) => {
      process.exitCode = await runResearch(options);
    });
}

async function runResearch(options: ResearchOptions): Promise<number> {
  // Not with the option's other check: commander would print the whole text.
  if (options.question.length > MAX_QUESTION_LENGTH) {
    process.stderr.write(
      `--question is longer than ${MAX_QUESTION_LENGTH} characters: shorten it\n`,
    );
    return BAD_USAGE;
  }
  try {
    const settings = settingsFor(options);
    // Brings all six services with it, which the operators' commands need not wait for.
    const { research } = await import('./research.ts');
    const fakeGemini = options.fakeGemini === true;
    const { result, reason } = await research(options.question, settings, { fakeGemini });
    if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
    else process.stdout.write(describe(result, reason));
    return EXIT_CODES[result.status];
  } catch (error) {
    const usage = error instanceof SettingsError;
    const folder = error instanceof Error && DATA_FOLDER_ERRORS.includes(error.name);
    const expected = usage || folder;
    const message = error instanceof Error ? (expected ? error.message : error.stack) : error;
    process.stderr.write(`${String(message)}\n`);
    return usage ? BAD_USAGE : 1;
  }
}

function settingsFor({ corpus, data, ...chosen }: ResearchOptions): Settings {
  const environment = loadEnvironment();
  return readSettings({
    ...environment,
    // Beside a running `npm start`: any free port, and never a real LINE channel.
    PORT: '0',
    LINE_CHANNEL_ID: undefined,
    LINE_CHANNEL_SECRET: undefined,
    LINE_CHANNEL_SECRET_PREVIOUS: undefined,
    LINE_CHANNEL_ACCESS_TOKEN: undefined,
    // Who sits at the machine needs no leave, and is no LINE user.
    DOSSIER_ALLOWED_SENDERS: undefined,
    DOSSIER_DAILY_RUNS_PER_USER: undefined,
    DOSSIER_CORPUS: corpus ?? environment['DOSSIER_CORPUS'],
    DOSSIER_DATA: data ?? environment['DOSSIER_DATA'],
    ...providerOption(chosen, environment),
    LOG_LEVEL: environment['LOG_LEVEL'] ?? 'error',
  });
}

function checkQuestion(text: string): string {
  const question = text.trim();
  if (question === '') throw new InvalidArgumentError('--question is empty: ask something');
  return question;
}

function describe(result: ResearchResult, reason: string | undefined): string {
  if (result.status === 'done') {
    return `Report: ${result.reportPath}\nURL:    ${result.reportUrl}\n`;
  }
  return result.status === 'no_evidence'
    ? `No evidence: ${NO_EVIDENCE[reason ?? ''] ?? reason}. Nothing was written.\n`
    : `Failed: ${reason}. Run ${result.runId}.\n`;
}
