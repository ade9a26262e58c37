import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Clock, Timings } from '@dossier/contracts';
import { CLOCK, LOGGER, TIMINGS } from '@dossier/platform';
import type { Logger } from 'pino';
import { SweepService } from './sweep.service.ts';

/** Runs the sweep at an interval for as long as the process lives. */
@Injectable()
export class SweepTimer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #stop = new AbortController();

  constructor(
    private readonly sweeps: SweepService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.#run();
  }

  /** `SweepService` ends the sweep under way. */
  beforeApplicationShutdown(): void {
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      if (await this.#madeProgressAndHasMore()) continue;
      await this.clock.sleep(this.timings.global.sweepEveryMs, this.#stop.signal);
    }
  }

  async #madeProgressAndHasMore(): Promise<boolean> {
    try {
      const { more, due, failed } = await this.sweeps.sweep();
      return more && due > failed;
    } catch (error) {
      this.logger.warn({ err: error }, 'sweep failed; the next one follows');
      return false;
    }
  }
}
