import { Inject, Injectable } from '@nestjs/common';
import { Permanent, retryKeyOf, type Notice, type OutputsOf } from '@dossier/contracts';
import { LineClient, type LineMessage } from '@dossier/line';
import { StageHandler } from '@dossier/messaging';
import type { Stage, StageJob } from '@dossier/workspace';
import { composeNotice } from './compose-notice.ts';

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
  constructor(@Inject(LineClient) private readonly line: LineClient) {}

  async run(job: StageJob<'notify'>): Promise<OutputsOf<'notify'>> {
    const publication = await job.artifacts.read('publication');
    const { kind, message } = composeNotice(job.version, job.key.version, publication);
    const retryKey = retryKeyOf(job.key, kind);
    const sent = await this.#push(job.requester.to, message, retryKey);
    const deliveredAt = job.clock.now().toISOString();
    return { notice: { kind, retryKey, ...sent, deliveredAt } };
  }

  async #push(
    to: string,
    message: LineMessage,
    retryKey: string,
  ): Promise<Pick<Notice, 'status' | 'lineRequestId'>> {
    try {
      const { status, requestId } = await this.line.push(to, [message], retryKey);
      return { status, lineRequestId: requestId };
    } catch (error) {
      if (error instanceof Permanent) return { status: 'undeliverable', lineRequestId: null };
      throw error;
    }
  }
}
