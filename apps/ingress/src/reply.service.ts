import { Inject, Injectable } from '@nestjs/common';
import { Permanent, Retryable } from '@dossier/contracts';
import { LineClient, type LineEvent, type LineMessage } from '@dossier/line';
import { LOGGER } from '@dossier/platform';
import type { Logger } from 'pino';

/** LINE shows the loading animation for at most 60 s. */
const LOADING_SECONDS = 60;

/**
 * Answers on the event's reply token, which costs nothing. An answer that fails is logged and not
 * repeated: replies have no retry key, so sending again could answer twice.
 */
@Injectable()
export class ReplyService {
  constructor(
    private readonly line: LineClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Replies with one message. Never rejects. */
  async say({ replyToken, webhookEventId }: LineEvent, message: LineMessage): Promise<void> {
    if (replyToken === undefined) return;
    try {
      await this.line.reply(replyToken, [message]);
    } catch (error) {
      // Used tokens are daily business (a redelivered webhook): the code says enough.
      this.logger.warn({ event: webhookEventId.slice(0, 64), ...codeOf(error) }, 'reply not sent');
    }
  }

  /** Says that work has begun and, in a chat with one person, shows the loading animation. */
  async accept(event: LineEvent, message: LineMessage): Promise<void> {
    // The animation vanishes when a message arrives, so it starts after the reply.
    await this.say(event, message);
    const source = event.source;
    if (source?.userId === undefined || source.to !== source.userId) return;
    try {
      await this.line.startLoading(source.userId, LOADING_SECONDS);
    } catch (error) {
      this.logger.warn(codeOf(error), 'loading animation not shown');
    }
  }
}

function codeOf(error: unknown): { reason: string } {
  const known = error instanceof Permanent || error instanceof Retryable;
  return { reason: known ? error.reason : 'unknown' };
}
