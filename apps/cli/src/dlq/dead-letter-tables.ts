import type { CauseStats, DeadLetter, DeadLetterStats } from '@dossier/dead-letters';
import { printable, span, textTable } from '../printable.ts';

const REASON_LENGTH = 36;
const BAR_LENGTH = 30;
/** Runs with the most dead letters; a longer list is for `--json`. */
const RUNS_SHOWN = 10;

/** Dead letters as a table. */
export function lettersTable(letters: readonly DeadLetter[], now: Date): string {
  if (letters.length === 0) return 'No dead letters.';
  const heading = ['ID', 'STATE', 'STAGE', 'REASON', 'ATTEMPTS', 'REPLAYS', 'AGE', 'RUN'];
  const rows = letters.map((letter) => [
    letter.id,
    letter.state,
    letter.stage,
    printable(letter.reason, REASON_LENGTH),
    letter.deliveryAttempts === null ? '-' : String(letter.deliveryAttempts),
    String(letter.replayCount),
    age(letter.receivedAt, now),
    letter.command === null ? 'no command' : `${letter.command.runId} v${letter.command.version}`,
  ]);
  return textTable(heading, rows);
}

/** One line per cause, the most frequent first. */
export function causesTable(causes: readonly CauseStats[], now: Date): string {
  if (causes.length === 0) return 'No dead letters.';
  const heading = ['COUNT', 'STAGE', 'REASON', 'OLDEST', 'NEWEST', 'FINGERPRINT', 'EXAMPLE'];
  const rows = causes.map(({ count, stage, reason, oldest, newest, fingerprint, example }) => [
    String(count),
    stage,
    printable(reason, REASON_LENGTH),
    age(oldest, now),
    age(newest, now),
    fingerprint,
    example,
  ]);
  return textTable(heading, rows);
}

/** Counts with bars. */
export function statsText(stats: DeadLetterStats, now: Date): string {
  const { unreadable } = stats;
  const spoiled = unreadable === 0 ? [] : [`${unreadable} document(s) are no records any more`];
  if (stats.total === 0) return ['No dead letters.', ...spoiled].join('\n');
  const oldest =
    stats.oldestReceivedAt === null ? '' : `, oldest ${age(stats.oldestReceivedAt, now)}`;
  const byRun = Object.fromEntries(Object.entries(stats.byRun).slice(0, RUNS_SHOWN));
  return [
    `${stats.total} dead letter(s)${oldest}`,
    ...spoiled,
    histogramText('by state', stats.byState),
    histogramText('by stage', stats.byStage),
    histogramText('by reason', stats.byReason),
    histogramText('by age', stats.byAge),
    histogramText('by run', byRun),
    `\nby cause\n${causesTable(stats.causes, now)}`,
  ].join('\n');
}

/** Counts under a title, each with a bar as long as its share of the largest. */
export function histogramText(title: string, counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).map(
    ([name, count]) => [printable(name, REASON_LENGTH), count] as const,
  );
  const most = Math.max(1, ...entries.map(([, count]) => count));
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  const digits = Math.max(1, ...entries.map(([, count]) => String(count).length));
  const lines = entries.map(([name, count]) => {
    const bar = '█'.repeat(Math.ceil((count / most) * BAR_LENGTH));
    return `  ${name.padEnd(width)}  ${String(count).padStart(digits)}  ${bar}`.trimEnd();
  });
  return [`\n${title}`, ...lines].join('\n');
}

function age(iso: string, now: Date): string {
  return span(now.getTime() - Date.parse(iso));
}
