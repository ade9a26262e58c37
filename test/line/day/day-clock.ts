import type { Clock } from '@dossier/contracts';
import { systemClock } from '@dossier/platform';

/** A clock that runs as the machine's does, and jumps ahead when the day goes on. */
export class DayClock implements Clock {
  #aheadMs: number;

  constructor(start: Date) {
    this.#aheadMs = start.getTime() - Date.now();
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  /** In the machine's time: nobody's wait is cut short by a jump. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }

  jump(ms: number): void {
    this.#aheadMs += ms;
  }
}
