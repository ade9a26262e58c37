import type { StageEvent } from '@dossier/workspace';
import type { Logger } from 'pino';

/** Writes stage events to the log: failures as warnings, bugs with their stack. */
export function logStageEvent(logger: Logger, { error, ...event }: StageEvent): void {
  const message = `${event.stage} ${event.event}`;
  if (error !== undefined) return logger.error({ ...event, err: error }, message);
  if (['failed', 'released', 'stale'].includes(event.event)) return logger.warn(event, message);
  logger.info(event, message);
}
