import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Clock, Timings } from '@dossier/contracts';
import { CLOCK, LOGGER, TIMINGS } from '@dossier/platform';
import { RetentionSweep } from '@dossier/workspace';
import type { Logger } from 'pino';

/** What is kept for weeks may go an hour late. */
const EVERY_MS = 60 * 60 * 1_000;

/** Has removed what was kept long enough, at most once an hour in this process, and logs how much. */
@Injectable()
export class RetentionService implements BeforeApplicationShutdown {
  readonly #stop = new AbortController();
  #nextAt = 0;
  #running: Promise<void> | undefined;

  constructor(
    private readonly retention: RetentionSweep,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Takes a few seconds at most, and never throws: the sweep that it follows has its own result. */
  async removeIfDue(): Promise<void> {
    const now = this.clock.now().getTime();
    if (now < this.#nextAt || this.#stop.signal.aborted) return;
    this.#nextAt = now + EVERY_MS;
    this.#running = this.#remove();
    await this.#running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await Promise.race([this.#running, this.clock.sleep(this.timings.global.sweepStopMs)]);
  }

  async #remove(): Promise<void> {
    const { removed, failures, more } = await this.retention.sweep(this.#stop.signal);
    for (const { rule, error } of failures) {
      this.logger.warn({ rule, err: error }, 'not removed what was kept long enough');
    }
    if (Object.keys(removed).length > 0) {
      this.logger.info({ removed, more }, 'removed what was kept long enough');
    }
  }
}
