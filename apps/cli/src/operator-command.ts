import { Command, InvalidArgumentError } from 'commander';
import { isRunId, type RunId } from '@dossier/contracts';
import { EXIT_HELP } from './command-exit.ts';

/** A command that works on a Dossier which may run elsewhere: with `--data`, and help on exit codes. */
export function operatorCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--data <dir>', 'data folder of a Dossier on this machine')
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(--help says more)')
    .exitOverride()
    .allowExcessArguments(false);
}

/** A run id from the command line. */
export function parseRunId(text: string): RunId {
  const id = text.trim().toLowerCase();
  if (isRunId(id)) return id;
  throw new InvalidArgumentError('A run id looks like 3f2b8a52-0c5e-5d5a-9a53-5a1f6f0c2d11.');
}

const SPANS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** `90m`, `2d` (before now) or `2026-12-01`, `2026-12-01T06:00Z`: an instant, once it is known when now is. */
export function parseSince(text: string): (now: Date) => Date {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text.trim()) ?? [];
  const ms = SPANS[unit];
  if (count !== undefined && ms !== undefined) {
    return (now) => new Date(now.getTime() - Number(count) * ms);
  }
  const at = /^\d{4}-\d\d-\d\d/.test(text.trim()) ? Date.parse(text.trim()) : NaN;
  if (Number.isNaN(at)) {
    throw new InvalidArgumentError(
      'Give a span such as 90m, 12h, 7d, or a date such as 2026-12-01.',
    );
  }
  return () => new Date(at);
}

/** A whole number from the command line, from `min` to `max`. */
export function parseCount(min: number, max: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (/^\d+$/.test(text) && count >= min && count <= max) return count;
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
  };
}

/** What an operator says, for the audit trail: one line. */
export function parseReason(text: string): string {
  const reason = text.trim();
  if (reason !== '' && reason.length <= 200 && !/\p{Cc}/u.test(reason)) return reason;
  throw new InvalidArgumentError('Give one line of 1 to 200 characters.');
}
