import { Option, type Command } from 'commander';
import { STAGE_NAMES, type RunId, type StageName } from '@dossier/contracts';
import {
  DEAD_LETTER_STATES,
  type DeadLetterFilter,
  type DeadLetterState,
} from '@dossier/dead-letters';
import { parseCount, parseRunId, parseSince } from '../operator-command.ts';

const MAX_ATTEMPTS = 1_000;
const MAX_LETTERS = 1_000_000;

/** The options by which a command says which dead letters it means. */
export interface FilterOptions {
  readonly stage?: readonly StageName[];
  readonly reason?: readonly string[];
  readonly fingerprint?: string;
  readonly run?: RunId;
  readonly since?: (now: Date) => Date;
  readonly until?: (now: Date) => Date;
  readonly minAttempts?: number;
  readonly maxAttempts?: number;
  readonly match?: string;
  readonly state?: readonly DeadLetterState[];
  readonly limit?: number;
}

/** Adds the options of `FilterOptions` to a command. */
export function withFilterOptions(command: Command): Command {
  return command
    .addOption(new Option('--stage <stage...>', 'of these stages').choices(STAGE_NAMES))
    .option('--reason <code...>', 'dead for one of these reasons')
    .option('--fingerprint <hex>', 'of one cause, as list and stats name it')
    .option('--run <id>', 'of one run', parseRunId)
    .option('--since <when>', 'received since then: 90m, 7d or 2026-12-01', parseSince)
    .option('--until <when>', 'received before then', parseSince)
    .option('--min-attempts <n>', 'delivered at least so often', parseCount(0, MAX_ATTEMPTS))
    .option('--max-attempts <n>', 'delivered at most so often', parseCount(0, MAX_ATTEMPTS))
    .option('--match <regex>', 'with a match in reason, detail or body')
    .addOption(
      new Option('--state <state...>', 'in these states (default: open)').choices(
        DEAD_LETTER_STATES,
      ),
    )
    .option('--limit <n>', 'at most so many, the oldest first', parseCount(1, MAX_LETTERS));
}

/** The filter that the options mean. */
export function filterOf(options: FilterOptions, now: Date): DeadLetterFilter {
  const { stage, reason, fingerprint, run, since, until, match, state, limit } = options;
  const { minAttempts, maxAttempts } = options;
  return {
    ...(stage === undefined ? {} : { stages: stage }),
    ...(reason === undefined ? {} : { reasons: reason }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(run === undefined ? {} : { runId: run }),
    ...(since === undefined ? {} : { since: since(now).toISOString() }),
    ...(until === undefined ? {} : { until: until(now).toISOString() }),
    ...(minAttempts === undefined ? {} : { minAttempts }),
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    ...(match === undefined ? {} : { pattern: match }),
    ...(state === undefined ? {} : { states: state }),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** True when the options leave anything out: a command that changes many wants that, or `--all`. */
export function narrows(options: FilterOptions): boolean {
  return Object.keys(filterOf(options, new Date(0))).length > 0;
}

/** True when the options say more than how many and in which states: what cannot be undone wants that. */
export function names({ state: _state, limit: _limit, ...options }: FilterOptions): boolean {
  return narrows(options);
}
