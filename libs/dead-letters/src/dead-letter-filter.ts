import { STAGE_NAMES, type StageName } from '@dossier/contracts';
import { DEAD_LETTER_STATES, type DeadLetter, type DeadLetterState } from './dead-letter.ts';
import { DeadLetterError } from './errors.ts';
import { compilePattern } from './safe-pattern.ts';

/** Which dead letters are meant. Every given condition must hold; an empty filter means all open ones. */
export interface DeadLetterFilter {
  readonly stages?: readonly StageName[];
  /** Exact reason codes. */
  readonly reasons?: readonly string[];
  readonly fingerprint?: string;
  readonly runId?: string;
  /** Received at or after, ISO 8601. */
  readonly since?: string;
  /** Received before, ISO 8601. */
  readonly until?: string;
  readonly minAttempts?: number;
  readonly maxAttempts?: number;
  /** A regular expression that must match somewhere in reason, detail or body (after an edit: the new body). */
  readonly pattern?: string;
  /** `open` alone when absent. */
  readonly states?: readonly DeadLetterState[];
  /** At most so many, the oldest first; all when absent. */
  readonly limit?: number;
}

/** A checked filter. */
export interface CompiledFilter {
  readonly states: readonly DeadLetterState[];
  readonly since: string | null;
  readonly until: string | null;
  readonly runId: string | null;
  readonly limit: number;
  /** What can be said without the body. */
  matches(letter: DeadLetter): boolean;
  /** Null when no pattern was given: then the body need not be read. @throws DeadLetterError `pattern-too-slow`. */
  readonly matchesText: ((letter: DeadLetter, body: string) => boolean) | null;
}

/** Checks a filter. @throws DeadLetterError `bad-filter` with every problem. */
export function compileFilter(filter: DeadLetterFilter): CompiledFilter {
  const problems: string[] = [];
  const { stages = [], reasons = [], states = ['open'], limit } = filter;
  for (const stage of stages.filter((name) => !STAGE_NAMES.includes(name))) {
    problems.push(
      `no stage is called ${JSON.stringify(stage)}; there are ${STAGE_NAMES.join(', ')}`,
    );
  }
  for (const state of states.filter((name) => !DEAD_LETTER_STATES.includes(name))) {
    const known = DEAD_LETTER_STATES.join(', ');
    problems.push(`no state is called ${JSON.stringify(state)}; there are ${known}`);
  }
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) {
    problems.push('limit must be a whole number above 0');
  }
  const since = instantOf('since', filter.since, problems);
  const until = instantOf('until', filter.until, problems);
  const least = countOf('minAttempts', filter.minAttempts, problems);
  const most = countOf('maxAttempts', filter.maxAttempts, problems);
  const pattern = filter.pattern === undefined ? null : compilePattern(filter.pattern, problems);
  if (problems.length > 0) {
    throw new DeadLetterError('bad-filter', `filter: ${problems.join('; ')}`, { problems });
  }
  return {
    states,
    since,
    until,
    runId: filter.runId ?? null,
    limit: limit ?? Number.POSITIVE_INFINITY,
    matches: (letter) =>
      states.includes(letter.state) &&
      (stages.length === 0 || stages.includes(letter.stage)) &&
      (reasons.length === 0 || reasons.includes(letter.reason)) &&
      (filter.fingerprint === undefined || filter.fingerprint === letter.fingerprint) &&
      (filter.runId === undefined || filter.runId === letter.command?.runId) &&
      (since === null || letter.receivedAt >= since) &&
      (until === null || letter.receivedAt < until) &&
      (least === null || (letter.deliveryAttempts ?? 0) >= least) &&
      (most === null || (letter.deliveryAttempts ?? 0) <= most),
    matchesText:
      pattern && (({ reason, detail }, body) => pattern([reason, detail ?? '', body].join('\n'))),
  };
}

function instantOf(name: string, text: string | undefined, problems: string[]): string | null {
  if (text === undefined) return null;
  const at = Date.parse(text);
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  problems.push(`${name} must be an instant such as 2026-12-01T08:00:00Z`);
  return null;
}

function countOf(name: string, count: number | undefined, problems: string[]): number | null {
  if (count === undefined) return null;
  if (Number.isInteger(count) && count >= 0) return count;
  problems.push(`${name} must be a whole number`);
  return null;
}
