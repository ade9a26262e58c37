import { NO_EVIDENCE_REASONS } from '@dossier/contracts';
import type { StageEvent } from '@dossier/workspace';
import type { Logger } from 'pino';

/** Writes stage events to the log: ends of attempts that are no commit as warnings, bugs as errors. */
export function logStageEvent(logger: Logger, { error, ...event }: StageEvent): void {
  const message = `${event.stage} ${event.event}`;
  const entry = error === undefined ? event : { ...event, err: error };
  if (event.kind === 'Bug') return logger.error(entry, message);
  // Finding nothing is an answer, not a fault.
  const fault = event.event === 'failed' && !NO_EVIDENCE_REASONS.includes(event.reason ?? '');
  if (fault || ['released', 'stale'].includes(event.event)) return logger.warn(entry, message);
  logger.info(event, message);
}
