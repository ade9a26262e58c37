import { createHmac } from 'node:crypto';
import { isNativeError } from 'node:util/types';

/** How the webhook of a bot answered, in the words of LINE's webhook error statistics. */
export interface WebhookResult {
  readonly ok: boolean;
  /** 0 when there was no answer. */
  readonly status: number;
  readonly reason: 'OK' | 'error_status_code' | 'request_timeout' | 'could_not_connect';
  readonly tookMs: number;
  /** What was sent, for a redelivery. */
  readonly events: readonly object[];
}

/** Ways to send a webhook that LINE never sends, to see whether the bot refuses it. */
export interface WebhookChanges {
  /** Sent instead of the events' JSON, and signed as it is. */
  readonly rawBody?: string;
  /** Sent instead of the right signature. */
  readonly signature?: string;
  /** Name of the signature header: LINE says that its case may change at any time. */
  readonly header?: string;
}

/** Signs webhooks and posts them to a bot, as LINE's platform does. */
export class WebhookSender {
  constructor(
    private readonly bot: {
      readonly channelSecret: string;
      readonly botUserId: string;
      readonly timeoutMs: number;
    },
  ) {}

  /** Posts the events in one body. Never rejects for what the bot does: that is the result. */
  async send(
    url: string,
    events: readonly object[],
    changes: WebhookChanges = {},
  ): Promise<WebhookResult> {
    const body = changes.rawBody ?? encodeBody({ destination: this.bot.botUserId, events });
    const started = performance.now();
    const outcome = await this.#post(url, body, changes);
    return { ...outcome, tookMs: Math.round(performance.now() - started), events };
  }

  async #post(
    url: string,
    body: string,
    { signature = this.#sign(body), header = 'x-line-signature' }: WebhookChanges,
  ): Promise<Pick<WebhookResult, 'ok' | 'status' | 'reason'>> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(this.bot.timeoutMs),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'LineBotWebhook/2.0',
          [header]: signature,
        },
      });
      await response.body?.cancel();
      const reason = response.ok ? 'OK' : 'error_status_code';
      return { ok: response.ok, status: response.status, reason };
    } catch (error) {
      const reason = failureOf(error);
      if (reason !== undefined) return { ok: false, status: 0, reason };
      throw error;
    }
  }

  #sign(body: string): string {
    return createHmac('sha256', this.bot.channelSecret).update(body).digest('base64');
  }
}

/** fetch tells its failures apart by name only: a refused connection is a TypeError, as bugs are. */
function failureOf(error: unknown): WebhookResult['reason'] | undefined {
  if (!isNativeError(error) && !(error instanceof DOMException)) return undefined;
  if (error.name === 'TimeoutError') return 'request_timeout';
  return error.name === 'TypeError' && 'cause' in error ? 'could_not_connect' : undefined;
}

/**
 * LINE escapes characters outside the basic plane in the body that it signs (line-bot-sdk-nodejs#922),
 * so a bot that verifies JSON.stringify(parsed) fails here as it would there.
 */
function encodeBody(body: object): string {
  return JSON.stringify(body).replace(
    /[\ud800-\udfff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
