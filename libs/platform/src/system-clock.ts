import { randomUUID } from 'node:crypto';
import type { Clock, Ids } from '@dossier/contracts';

/** The machine's clock. Its waits do not keep a process alive that has nothing else to do. */
export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      timer.unref();
      signal?.addEventListener('abort', end, { once: true });
    }),
};

/** Random UUIDs of version 4. */
export const randomIds: Ids = { next: () => randomUUID() };
