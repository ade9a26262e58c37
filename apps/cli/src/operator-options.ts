import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { parseReason } from './operator-command.ts';

/** Who does something to a run or a dead letter, and why. */
export interface OperatorOptions {
  readonly why?: string | undefined;
  readonly by?: string | undefined;
}

/** Adds `--why` and `--by`, which stand in the audit trail. */
export function withOperatorOptions(command: Command): Command {
  return command
    .option('--why <text>', 'why, for the audit trail', parseReason)
    .option('--by <name>', 'who, for the audit trail (default: who you are here)', parseReason);
}

/** The name of the person at the terminal; a container may run under a number that has none. */
export function operatorName({ by }: Pick<OperatorOptions, 'by'>): string {
  if (by !== undefined) return by;
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
