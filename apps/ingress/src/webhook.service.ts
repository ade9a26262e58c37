import { BadRequestException, Inject, Injectable } from '@nestjs/common';
import type { Clock, Timings } from '@dossier/contracts';
import { CLOCK, LOGGER, TIMINGS } from '@dossier/platform';
import { WebhookUnreadable, parseWebhook, type LineEvent } from '@dossier/line';
import type { Logger } from 'pino';
import { EventService } from './event.service.ts';

/** Takes a signed body apart. Every event is handled on its own: one failure does not hide another. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly events: EventService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws BadRequestException for a signed body that is no webhook: delivering it again cannot help. */
  async accept(body: Uint8Array): Promise<{ events: number; failed: number }> {
    const patience = this.clock.sleep(this.timings.global.webhookHandlerMs);
    const events = this.#parse(body);
    const ends = await Promise.allSettled(
      events.map((event) => Promise.race([this.events.handle(event), tooLate(patience)])),
    );
    const failures = ends.filter((end) => end.status === 'rejected');
    for (const { reason } of failures) {
      this.logger.error({ err: reason as unknown }, 'webhook event not stored');
    }
    const answers = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.answered] : []));
    // LINE waits 2 s for the 2xx. The work is durable by now; an answer that is slower goes on by itself.
    await Promise.race([Promise.all(answers), patience]);
    return { events: events.length, failed: failures.length };
  }

  #parse(body: Uint8Array): LineEvent[] {
    try {
      return parseWebhook(body);
    } catch (error) {
      if (error instanceof WebhookUnreadable) throw new BadRequestException(error.message);
      throw error;
    }
  }
}

/** An event that is not durable in time counts as failed: LINE gives up at 2 s and delivers it again. */
async function tooLate(patience: Promise<void>): Promise<never> {
  await patience;
  throw new Error('not durable before LINE gives up');
}
