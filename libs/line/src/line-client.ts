import { Permanent, Retryable } from '@dossier/contracts';
import { HTTPFetchError, type LineBotClient, type messagingApi } from '@line/bot-sdk';
import {
  LineCalls,
  type LineClientOptions,
  type LineEndpoint,
  type SdkAnswer,
} from './line-client-calls.ts';
import {
  repeatedReceiptOf,
  sendReceiptOf,
  type PushReceipt,
  type SendReceipt,
} from './line-client-receipts.ts';
import { problemsIn, type Validation } from './line-client-validation.ts';
import { describeRefusal, lineFailureOf, refusalOf, repeatableErrorOf } from './line-failure.ts';

/** The channel's messages of this month; LINE's count lags behind a little. */
export type MonthlyQuota =
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'limited'; readonly limit: number; readonly used: number };

const REPLY: LineEndpoint = { method: 'POST', endpoint: '/v2/bot/message/reply' };
const PUSH: LineEndpoint = { method: 'POST', endpoint: '/v2/bot/message/push' };
const LOADING: LineEndpoint = { method: 'POST', endpoint: '/v2/bot/chat/loading/start' };
const QUOTA: LineEndpoint = { method: 'GET', endpoint: '/v2/bot/message/quota' };
const USED: LineEndpoint = { method: 'GET', endpoint: '/v2/bot/message/quota/consumption' };
const GROUP: LineEndpoint = { method: 'GET', endpoint: '/v2/bot/group/{groupId}/members/count' };
const ROOM: LineEndpoint = { method: 'GET', endpoint: '/v2/bot/room/{roomId}/members/count' };

/**
 * The calls to LINE that Dossier makes. Errors carry a stable reason, and no token and no text. Every
 * call may end, with nothing sent, as Retryable `line-token-unavailable`, or as Permanent
 * `line-credentials-refused`: LINE does not take channel id and secret.
 */
export class LineClient {
  readonly #calls: LineCalls;

  constructor(options: LineClientOptions) {
    this.#calls = new LineCalls(options);
  }

  /**
   * Answers an event; free of charge. A reply has no retry key, so one of unknown outcome must not be
   * sent again, neither as a reply nor as a push: the user would read it twice.
   * @throws Permanent `line-reply-outcome-unknown`, or `line-reply-refused` (used or expired token).
   * @throws Retryable `line-unauthorized` or `line-rate-limited`: certainly not sent.
   */
  async reply(replyToken: string, messages: messagingApi.Message[]): Promise<SendReceipt> {
    try {
      const { httpResponse, body } = await this.#calls.run(REPLY, (bot) =>
        bot.replyMessageWithHttpInfo({ replyToken, messages }),
      );
      return sendReceiptOf(httpResponse.headers, body);
    } catch (thrown) {
      const failure = lineFailureOf(thrown);
      if (failure.kind === 'not-sent') throw failure.error;
      if (failure.kind === 'refused') throw refusalOf(failure.error, 'line-reply-refused');
      throw new Permanent('line-reply-outcome-unknown', { cause: thrown });
    }
  }

  /**
   * Sends to a user, group or room; counts against the monthly quota, once per person.
   * @param retryKey a UUID. LINE keeps it for 24 hours: repeating the same call is safe, and answered
   * 409 when it had been accepted.
   * @throws Retryable `line-timeout`, `line-unreachable`, `line-server-error`,
   * `line-answer-unreadable`, `line-rate-limited`, `line-unauthorized`: repeat with the same key.
   * @throws Permanent `line-refused`, `line-quota-exhausted`.
   * @see https://developers.line.biz/en/docs/messaging-api/retrying-api-request/
   */
  async push(to: string, messages: messagingApi.Message[], retryKey: string): Promise<PushReceipt> {
    try {
      const { httpResponse, body } = await this.#calls.run(PUSH, (bot) =>
        bot.pushMessageWithHttpInfo({ to, messages }, retryKey),
      );
      return { status: 'sent', ...sendReceiptOf(httpResponse.headers, body) };
    } catch (thrown) {
      if (thrown instanceof HTTPFetchError) return this.#settlePush(thrown);
      throw repeatableErrorOf(thrown);
    }
  }

  /**
   * Shows "..." in a one-to-one chat until a message arrives; does nothing for groups and rooms, which
   * have no such animation. @param seconds 5 to 60; rounded up to the next 5. Errors are as in `push`.
   */
  async startLoading(userId: string, seconds: number): Promise<void> {
    if (!userId.startsWith('U')) return;
    const loadingSeconds = Math.min(60, Math.max(5, Math.ceil(seconds / 5) * 5));
    await this.#repeatable(LOADING, (bot) =>
      bot.showLoadingAnimationWithHttpInfo({ chatId: userId, loadingSeconds }),
    );
  }

  /** What the channel may push this month, and has. Errors are as in `push`, quota aside. */
  async quota(): Promise<MonthlyQuota> {
    const [quota, { totalUsage }] = await Promise.all([
      this.#repeatable(QUOTA, (bot) => bot.getMessageQuotaWithHttpInfo()),
      this.#repeatable(USED, (bot) => bot.getMessageQuotaConsumptionWithHttpInfo()),
    ]);
    if (quota.type !== 'limited' || quota.value === undefined) return { kind: 'unlimited' };
    return { kind: 'limited', limit: quota.value, used: count(totalUsage) };
  }

  /**
   * How many people a push reaches, which is what it takes from the quota: the members of a group or
   * room (the bot is none of them), else one. Errors are as in `push`, quota aside.
   */
  async audienceOf(to: string): Promise<number> {
    if (to.startsWith('C')) {
      const group = await this.#repeatable(GROUP, (bot) => bot.getGroupMemberCountWithHttpInfo(to));
      return count(group.count);
    }
    if (to.startsWith('R')) {
      const room = await this.#repeatable(ROOM, (bot) => bot.getRoomMemberCountWithHttpInfo(to));
      return count(room.count);
    }
    return 1;
  }

  /** Asks LINE whether it would take the messages; sends nothing and costs nothing. Errors are as in `push`. */
  async validate(kind: 'push' | 'reply', messages: messagingApi.Message[]): Promise<Validation> {
    const where: LineEndpoint = { method: 'POST', endpoint: `/v2/bot/message/validate/${kind}` };
    try {
      await this.#calls.run(where, (bot) =>
        kind === 'push'
          ? bot.validatePushWithHttpInfo({ messages })
          : bot.validateReplyWithHttpInfo({ messages }),
      );
      return { ok: true };
    } catch (thrown) {
      if (thrown instanceof HTTPFetchError && thrown.status === 400) {
        return { ok: false, problems: problemsIn(thrown.body) };
      }
      throw repeatableErrorOf(thrown);
    }
  }

  /** 409 means that an earlier attempt was accepted; the other answers are errors. */
  async #settlePush(error: HTTPFetchError): Promise<PushReceipt> {
    if (error.status === 409) {
      return { status: 'already-sent', ...repeatedReceiptOf(error.headers, error.body) };
    }
    if (error.status === 429 && (await this.#isQuotaExhausted(error))) {
      throw new Permanent('line-quota-exhausted', {
        cause: error,
        message: describeRefusal(error),
      });
    }
    throw repeatableErrorOf(error);
  }

  /**
   * LINE answers 429 both for "too fast" and for "the month is used up", and warns that its texts may
   * change. So the quota endpoints have the last word; they alone would miss a group whose members
   * are more than what is left.
   */
  async #isQuotaExhausted(error: HTTPFetchError): Promise<boolean> {
    if (/monthly limit/i.test(error.body)) return true;
    try {
      const quota = await this.quota();
      return quota.kind === 'limited' && quota.used >= quota.limit;
    } catch (thrown) {
      throw new Retryable('line-rate-limited', {
        cause: thrown,
        message: `${describeRefusal(error)}, and the quota could not be read`,
      });
    }
  }

  async #repeatable<T>(
    endpoint: LineEndpoint,
    call: (bot: LineBotClient) => Promise<SdkAnswer<T>>,
  ): Promise<T> {
    try {
      return (await this.#calls.run(endpoint, call)).body;
    } catch (thrown) {
      throw repeatableErrorOf(thrown);
    }
  }
}

/** A missing number must not pass for a small one: the quota would seem to be free. */
function count(value: unknown): number {
  if (typeof value === 'number') return value;
  throw new Retryable('line-answer-unreadable');
}
