import { Inject, Injectable } from '@nestjs/common';
import { LineClient } from '@dossier/line';
import { LOGGER } from '@dossier/platform';
import type { Logger } from 'pino';

/** What is known of a push before it is made. */
export interface Affordable {
  /** False only when the month's quota is certainly too small. */
  readonly affordable: boolean;
  /** People whom it reaches, each of whom it costs one message; undefined when LINE did not say. */
  readonly recipients: number | undefined;
}

/** Looks at the month's quota before a push: LINE counts people, so one card to a group of ten costs ten. */
@Injectable()
export class AffordableService {
  constructor(
    @Inject(LineClient) private readonly line: LineClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never rejects: what cannot be learnt stops no card, since LINE has the last word anyway. */
  async of(to: string): Promise<Affordable> {
    const recipients = await this.#known(() => this.line.audienceOf(to));
    const quota = await this.#known(() => this.line.quota());
    const left = quota?.kind === 'limited' ? quota.limit - quota.used : Infinity;
    return { affordable: left >= (recipients ?? 1), recipients };
  }

  async #known<T>(ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.logger.warn({ err: error }, 'quota or size of a group not known before a push');
      return undefined;
    }
  }
}
