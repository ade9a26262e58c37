import { Inject, Injectable } from '@nestjs/common';
import { Permanent, Retryable } from '@dossier/contracts';
import { LineClient, type LineMessage } from '@dossier/line';
import { LOGGER } from '@dossier/platform';
import type { Logger } from 'pino';

/** LINE shows the loading animation for at most 60 s. */
const LOADING_SECONDS = 60;

/** What became of a reply. */
export type Replied =
  | { readonly kind: 'sent'; readonly messageIds: readonly string[] }
  /** LINE certainly did not take it: a used or outdated token, or it cannot be reached with our own. */
  | { readonly kind: 'refused' }
  /** It may have been taken. A reply has no retry key, so it is never sent again (openclaw#117126). */
  | { readonly kind: 'unknown' };

/** Answers on an event's reply token, which costs nothing. Failures are logged and never repeated. */
@Injectable()
export class ReplyService {
  constructor(
    private readonly line: LineClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Replies once. Never rejects. */
  async send(replyToken: string, messages: readonly LineMessage[]): Promise<Replied> {
    try {
      const { messageIds } = await this.line.reply(replyToken, [...messages]);
      return { kind: 'sent', messageIds };
    } catch (error) {
      // Used tokens are daily business (a redelivered webhook): the code says enough.
      const { reason } = codeOf(error);
      this.logger.warn({ reason }, 'reply not sent');
      return {
        kind:
          reason === 'line-reply-outcome-unknown' || reason === 'unknown' ? 'unknown' : 'refused',
      };
    }
  }

  /** Shows that work goes on, in a chat with one person. It vanishes when a message arrives. Never rejects. */
  async showLoading(userId: string): Promise<void> {
    try {
      await this.line.startLoading(userId, LOADING_SECONDS);
    } catch (error) {
      this.logger.warn(codeOf(error), 'loading animation not shown');
    }
  }
}

function codeOf(error: unknown): { reason: string } {
  const known = error instanceof Permanent || error instanceof Retryable;
  return { reason: known ? error.reason : 'unknown' };
}
