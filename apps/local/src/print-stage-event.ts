import type { StageEvent } from '@dossier/workspace';

const WORDS: Readonly<Record<StageEvent['event'], string>> = {
  claimed: 'started',
  committed: 'done',
  failed: 'ended the run',
  released: 'will be tried again',
  parked: 'waits for a person',
  stale: 'was taken over by another worker',
};

/** One line of progress on standard error per stage event. */
export function printStageEvent({ runId, version, stage, event, ms, reason }: StageEvent): void {
  const time = event === 'claimed' ? '' : ` after ${ms} ms`;
  const why = reason === undefined ? '' : ` (${reason})`;
  process.stderr.write(
    `${runId.slice(0, 8)} v${version}  ${stage.padEnd(8)}${WORDS[event]}${time}${why}\n`,
  );
}
