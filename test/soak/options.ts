import { parseArgs } from 'node:util';

/** How a soak is to be run. */
export interface SoakOptions {
  readonly minutes: number;
  /** Messages per second, and document writes per second. */
  readonly rate: number;
  /** Where to write the result as JSON. */
  readonly json: string | undefined;
  readonly firestore: boolean;
}

/** The command line makes no sense; the message says why. */
export class SoakUsageError extends Error {
  override readonly name = 'SoakUsageError';
}

export const USAGE = `Usage: npm run soak -- [--minutes 10] [--rate 200] [--json FILE] [--no-firestore]

Runs the embedded Pub/Sub and Firestore servers under load from the real clients and
watches their memory. Exit code 1 when it grows, or when a message is lost.`;

/** Reads the command line. @throws SoakUsageError */
export function readOptions(args: readonly string[]): SoakOptions | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  return {
    minutes: atLeast(0.5, '--minutes', values.minutes),
    rate: atLeast(1, '--rate', values.rate),
    json: values.json,
    firestore: values.firestore,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        minutes: { type: 'string', default: '10' },
        rate: { type: 'string', default: '200' },
        json: { type: 'string' },
        firestore: { type: 'boolean', default: true },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    throw new SoakUsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function atLeast(least: number, option: string, text: string): number {
  const value = Number(text);
  if (!(value >= least && Number.isFinite(value))) {
    throw new SoakUsageError(`${option} needs a number of at least ${least}, not "${text}"`);
  }
  return value;
}
