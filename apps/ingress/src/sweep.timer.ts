import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Clock, Timings } from '@dossier/contracts';
import { CLOCK, LOGGER, TIMINGS } from '@dossier/platform';
import { Sweeper } from '@dossier/workspace';
import type { Logger } from 'pino';

/** Runs the sweep at an interval for as long as the process lives. */
@Injectable()
export class SweepTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly sweeper: Sweeper,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#running = this.#run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    // A sweep in an outage may hang for a minute; it is safe to leave, the next process sweeps again.
    await Promise.race([this.#running, this.clock.sleep(this.timings.global.sweepStopMs)]);
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        const { republished, failures } = await this.sweeper.sweep(this.#stop.signal);
        if (republished > 0) this.logger.info({ republished }, 'sweep published commands again');
        for (const error of failures) this.logger.warn({ err: error }, 'workspace not swept');
      } catch (error) {
        this.logger.warn({ err: error }, 'sweep failed; the next one follows');
      }
      await this.clock.sleep(this.timings.global.sweepEveryMs, this.#stop.signal);
    }
  }
}
