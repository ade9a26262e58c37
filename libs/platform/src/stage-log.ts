import type { StageEvent } from '@dossier/workspace';
import type { Logger } from 'pino';

/** Writes stage events to the log: ends of attempts that are no commit as warnings, bugs as errors. */
export function logStageEvent(logger: Logger, { error, ...event }: StageEvent): void {
  const message = `${event.stage} ${event.event}`;
  const entry = error === undefined ? event : { ...event, err: error };
  if (event.kind === 'Bug') return logger.error(entry, message);
  if (['failed', 'released', 'stale'].includes(event.event)) return logger.warn(entry, message);
  logger.info(event, message);
}
