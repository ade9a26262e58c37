import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@dossier/contracts';
import { systemClock } from '@dossier/platform';

/** The machine's clock, whose waits keep the process alive: a command that waits is not done. */
export const commandClock: Clock = {
  now: () => systemClock.now(),
  sleep: (ms, signal) => {
    const end = (): undefined => undefined;
    return delay(ms, undefined, signal === undefined ? {} : { signal }).then(end, end);
  },
};
