import { NO_EVIDENCE_REASONS, type Clock } from '@dossier/contracts';
import type { StageEvent } from '@dossier/workspace';
import type { ProgressFeed, ProgressStatus } from './chat/progress-feed.ts';

const STATUSES: Readonly<Record<StageEvent['event'], ProgressStatus>> = {
  claimed: 'started',
  committed: 'done',
  failed: 'failed',
  released: 'retrying',
  stale: 'retrying',
  parked: 'waiting',
};

/** Shows a stage event on the chat page. */
export function reportProgress(
  progress: ProgressFeed,
  clock: Clock,
  { event, runId, version, stage, reason }: StageEvent,
): void {
  // Finding nothing is an answer, not a fault.
  const empty = event === 'failed' && NO_EVIDENCE_REASONS.includes(reason ?? '');
  const status = empty ? 'empty' : STATUSES[event];
  progress.publish({ runId, version, stage, status, at: clock.now() });
}
