import { SettingsError } from '@dossier/platform';
import { CloudUnreachable, NoCloud } from './cloud-connection-errors.ts';
import { printableLines } from './printable.ts';

/** What the shell sees of the operators' commands. */
export const EXIT = { done: 0, failed: 1, badUsage: 2, nothing: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Says what the exit codes mean, under a command's help. */
export const EXIT_HELP =
  '\nExit codes: 0 done, 1 failed or refused, 2 bad usage or settings, 3 not found or nothing to do.\n' +
  'Works on --data, else on what PUBSUB_EMULATOR_HOST and FIRESTORE_EMULATOR_HOST or\n' +
  'GOOGLE_CLOUD_PROJECT name, else on the data folder .dossier (see .env.example).';

/** Ends a command with one line on standard error: what was refused or not found, and what to do. */
export class CommandStopped extends Error {
  override readonly name = 'CommandStopped';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/**
 * Errors whose message says all that a person needs. By name: the embedded cloud is loaded only by
 * commands that serve a data folder.
 */
const EXPLAINED = ['DataFolderInUse', 'DataFolderUnusable', 'EmbeddedCloudStartError'];

/** Runs a command's work and sets the process's exit code; an error is told on standard error. */
export async function runAction(work: () => Promise<ExitCode>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const { message, exitCode } = explain(error);
    // A problem may name what it found in a message, and anybody may have sent that.
    process.stderr.write(`${printableLines(message)}\n`);
    process.exitCode = exitCode;
  }
}

function explain(error: unknown): { message: string; exitCode: ExitCode } {
  if (!(error instanceof Error)) return { message: String(error), exitCode: EXIT.failed };
  const { message, stack = message } = error;
  if (error instanceof CommandStopped) return { message, exitCode: error.exitCode };
  if (error instanceof SettingsError || error instanceof NoCloud) {
    return { message, exitCode: EXIT.badUsage };
  }
  const known = error instanceof CloudUnreachable || EXPLAINED.includes(error.name);
  return { message: known ? message : stack, exitCode: EXIT.failed };
}
