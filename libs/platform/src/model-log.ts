import type { ModelEvent } from '@dossier/research';
import type { Logger } from 'pino';

/** Writes requests to models to the log: answers for whoever looks closely, everything else as a warning. */
export function modelLog(logger: Logger): (event: ModelEvent) => void {
  return (event) => {
    if (event.outcome === 'ok') logger.debug(event, 'model answered');
    else logger.warn(event, `model did not answer: ${event.outcome}`);
  };
}
