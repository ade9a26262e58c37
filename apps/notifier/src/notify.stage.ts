import { Inject, Injectable } from '@nestjs/common';
import {
  Permanent,
  retryKeyOf,
  type Notice,
  type OutputsOf,
  type Timings,
} from '@dossier/contracts';
import { LineClient, type LineMessage } from '@dossier/line';
import { StageHandler } from '@dossier/messaging';
import { LOGGER, TIMINGS } from '@dossier/platform';
import type { Logger } from 'pino';
import type { Stage, StageJob } from '@dossier/workspace';
import { composeNotice } from './compose-notice.ts';

/** Margin before LINE forgets a key: the clocks of two companies. */
const HOUR_MS = 60 * 60 * 1_000;

type Delivered = Pick<Notice, 'status' | 'reason' | 'lineRequestId'>;

/**
 * NOTIFY: tells the person how the version ended, with one push.
 *
 * The push carries a retry key made from the run, the version and the kind, so LINE accepts it once
 * however often this stage is repeated. A recipient that LINE refuses for good is recorded, not retried:
 * the report is published all the same.
 */
@Injectable()
@StageHandler('notify')
export class NotifyStage implements Stage<'notify'> {
  constructor(
    @Inject(LineClient) private readonly line: LineClient,
    @Inject(TIMINGS) private readonly timings: Timings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(job: StageJob<'notify'>): Promise<OutputsOf<'notify'>> {
    const publication = await job.artifacts.read('publication');
    const { kind, message } = composeNotice(job.version, job.key.version, publication);
    const retryKey = retryKeyOf(job.key, kind);
    const sent = this.#isKeyForgotten(job)
      ? undeliverable('retry-key-expired')
      : await this.#push(job.requester.to, message, retryKey);
    const deliveredAt = job.clock.now().toISOString();
    return { notice: { kind, retryKey, ...sent, deliveredAt } };
  }

  /**
   * LINE forgets a retry key after a day. If an earlier attempt is older than that, nobody can tell any
   * more whether it was accepted, and a second card is worse than none.
   */
  #isKeyForgotten({ version, clock }: StageJob<'notify'>): boolean {
    const firstAttempt = Date.parse(version.stages.notify?.startedAt ?? '');
    const { lineRetryKeyMs } = this.timings.global;
    return clock.now().getTime() - firstAttempt > lineRetryKeyMs - HOUR_MS;
  }

  async #push(to: string, message: LineMessage, retryKey: string): Promise<Delivered> {
    try {
      const { status, requestId } = await this.line.push(to, [message], retryKey);
      return { status, reason: null, lineRequestId: requestId };
    } catch (error) {
      if (!(error instanceof Permanent)) throw error;
      this.logger.warn({ err: error }, 'LINE refused the notice for good');
      return undeliverable(error.reason);
    }
  }
}

function undeliverable(reason: string): Delivered {
  return { status: 'undeliverable', reason, lineRequestId: null };
}
