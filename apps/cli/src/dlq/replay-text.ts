import type {
  BulkReplayJob,
  PlannedReplay,
  ReplayOutcome,
  ReplayPlan,
} from '@dossier/dead-letters';
import { printable } from '../printable.ts';
import { histogramText } from './dead-letter-tables.ts';
import { verdictText } from './dead-letter-text.ts';

/** What became, or would become, of one dead letter. */
export function outcomeText(
  outcome: ReplayOutcome | ({ readonly id: string } & PlannedReplay),
): string {
  if ('verdict' in outcome) {
    const { id, verdict, route } = outcome;
    return `${id}: ${verdict.kind === 'redirect' ? `would go to ${route}.` : verdictText(verdict)}`;
  }
  switch (outcome.kind) {
    case 'replayed':
      return (
        `${outcome.id}: replayed, run ${outcome.runId} goes on at ${outcome.stage}` +
        (outcome.published ? '.' : ' by the next sweep (Pub/Sub did not answer).')
      );
    case 'redirected':
      return `${outcome.id}: published on ${outcome.topic} as message ${outcome.messageId}.`;
    case 'skipped':
      return `${outcome.id}: skipped, ${outcome.reason}${outcome.closed ? '; closed' : ''}.`;
    case 'refused':
      return `${outcome.id}: refused, ${outcome.reason}. Mend the body first (dlq edit).`;
  }
}

/** A dry run. */
export function planText({ matched, routes, reasons, verdicts }: ReplayPlan): string {
  if (matched === 0) return 'No dead letters match.';
  return [
    `${matched} dead letter(s) match. Nothing was changed.`,
    histogramText('what would happen', verdicts),
    histogramText('where they would go', routes),
    histogramText('why they died', reasons),
  ].join('\n');
}

/** The end of a bulk replay. */
export function jobText(job: BulkReplayJob): string {
  const { replayed, skipped, refused, errors, failedAgain, skippedBy } = job.counts;
  const why = job.why === null ? '' : ` (${printable(job.why)})`;
  const skips = Object.entries(skippedBy).map(([reason, count]) => `${reason} ${count}`);
  return [
    `Bulk replay ${job.jobId} is ${job.state}${why}.`,
    `  replayed ${replayed}, skipped ${skipped}, malformed ${refused}, errors ${errors}, failed again ${failedAgain}`,
    ...(skips.length === 0 ? [] : [`  skipped: ${skips.join(', ')}`]),
    ...(job.lastError === null ? [] : [`  last error: ${printable(job.lastError)}`]),
    ...(job.state === 'stopped' || job.state === 'failed'
      ? [`  go on with: dossier dlq replay --resume ${job.jobId}`]
      : []),
  ].join('\n');
}

/** Tells a bulk replay's progress, first of all how it can be resumed. */
export function reportProgress(stream: NodeJS.WritableStream): (job: BulkReplayJob) => void {
  let begun = false;
  let last = '';
  return (job) => {
    if (!begun) {
      begun = true;
      stream.write(`Bulk replay ${job.jobId}; stop it with: dlq replay --cancel ${job.jobId}\n`);
    }
    const { replayed, skipped, errors, failedAgain } = job.counts;
    const canary = job.canary === 'waiting' ? ', waiting for the canaries' : '';
    const line = `replayed ${replayed}, skipped ${skipped}, errors ${errors}, failed again ${failedAgain}${canary}`;
    if (line !== last) stream.write(`${line}\n`);
    last = line;
  };
}
