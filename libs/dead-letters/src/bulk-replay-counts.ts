import { NO_COUNTS, type JobCounts } from './bulk-replay-job.ts';
import type { DeadLetter } from './dead-letter.ts';
import { closesRecord, type SkipReason } from './replay-verdict.ts';
import type { ReplayOutcome } from './replayer.ts';

/** The counts with one more outcome. */
export function countOutcome(counts: JobCounts, outcome: ReplayOutcome): JobCounts {
  switch (outcome.kind) {
    case 'replayed':
    case 'redirected':
      return { ...counts, replayed: counts.replayed + 1 };
    case 'refused':
      return { ...counts, refused: counts.refused + 1 };
    case 'skipped':
      return countSkipped(counts, outcome.reason);
  }
}

/**
 * The counts of a job whose driver died, from what it saved and the records that it has closed: it
 * may have closed some after it saved.
 */
export function recount(saved: JobCounts, closed: readonly DeadLetter[]): JobCounts {
  const stillOpen = Object.entries(saved.skippedBy).filter(
    ([reason]) => !closesRecord(reason as SkipReason),
  );
  const base: JobCounts = {
    ...saved,
    replayed: closed.filter(({ state }) => state === 'replayed').length,
    skipped: stillOpen.reduce((sum, [, count]) => sum + count, 0),
    skippedBy: Object.fromEntries(stillOpen),
    failedAgain: NO_COUNTS.failedAgain,
  };
  return closed
    .filter(({ state }) => state === 'skipped')
    .reduce((counts, { closed: closing }) => countSkipped(counts, closing?.result ?? ''), base);
}

/** How many dead letters a job has dealt with. */
export function dealtWith({ replayed, skipped, refused, errors }: JobCounts): number {
  return replayed + skipped + refused + errors;
}

function countSkipped(counts: JobCounts, reason: string): JobCounts {
  const { [reason]: before = 0 } = counts.skippedBy;
  return {
    ...counts,
    skipped: counts.skipped + 1,
    skippedBy: { ...counts.skippedBy, [reason]: before + 1 },
  };
}
