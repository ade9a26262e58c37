import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Clock, Timings } from '@dossier/contracts';
import { CLOCK, LOGGER, TIMINGS } from '@dossier/platform';
import { Sweeper, type SweepResult } from '@dossier/workspace';
import type { Logger } from 'pino';
import { QueueService } from './queue.service.ts';
import { RetentionService } from './retention/retention.service.ts';

/** Sweeps when it is told to, by the timer or by Cloud Scheduler, and writes what came of it to the log. */
@Injectable()
export class SweepService implements BeforeApplicationShutdown {
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(
    private readonly sweeper: Sweeper,
    private readonly queues: QueueService,
    private readonly retention: RetentionService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws the store's error when not even the list of what is due can be read. */
  async sweep(): Promise<SweepResult> {
    const sweep = this.#sweepAll();
    this.#running.add(sweep);
    try {
      return await sweep;
    } finally {
      this.#running.delete(sweep);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    // A sweep in an outage may hang for a minute; it is safe to leave, the next process sweeps again.
    const ended = Promise.allSettled(this.#running);
    await Promise.race([ended, this.clock.sleep(this.timings.global.sweepStopMs)]);
  }

  async #sweepAll(): Promise<SweepResult> {
    const result = await this.sweeper.sweep(this.#stop.signal);
    this.#log(result);
    await this.#beginQueued();
    await this.retention.removeIfDue();
    return result;
  }

  /** The sweep's own result holds, whatever becomes of the queues: the next sweep looks at them again. */
  async #beginQueued(): Promise<void> {
    try {
      const begun = await this.queues.beginDue(this.#stop.signal);
      if (begun > 0) this.logger.info({ begun }, 'queued questions begun');
    } catch (error) {
      this.logger.warn({ err: error }, 'queues not looked at');
    }
  }

  #log({ failures, ...counts }: SweepResult): void {
    for (const { runId, error } of failures) {
      this.logger.warn({ runId, err: error }, 'workspace not swept');
    }
    const worthTelling = counts.republished + counts.closed + counts.failed > 0 || counts.more;
    if (worthTelling) this.logger.info(counts, 'sweep published commands again');
  }
}
