import { Permanent, Retryable } from '@dossier/contracts';
import { messagingApi, type HTTPFetchError } from '@line/bot-sdk';
import { withFetchDeadline } from './fetch-deadline.ts';
import { describeRefusal, lineFailureOf, refusalOf } from './line-failure.ts';

export interface LineClientOptions {
  readonly accessToken: string;
  /** Origin of a stand-in for LINE; a path in it would be dropped by the SDK. */
  readonly baseUrl?: string;
  /** Longest wait for one call. */
  readonly timeoutMs: number;
}

/** How a push ended well, and LINE's id of the accepted request for support. */
export interface PushReceipt {
  /** `already-sent`: an earlier attempt with the same retry key had been accepted. */
  readonly status: 'sent' | 'already-sent';
  readonly requestId: string | null;
}

/** The calls to LINE that Dossier makes. Errors carry a stable reason, and no token and no text. */
export class LineClient {
  readonly #api: messagingApi.MessagingApiClient;
  readonly #timeoutMs: number;

  constructor({ accessToken, baseUrl, timeoutMs }: LineClientOptions) {
    this.#api = new messagingApi.MessagingApiClient({
      channelAccessToken: accessToken,
      ...(baseUrl !== undefined && { baseURL: baseUrl }),
    });
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Answers an event; free of charge. A reply has no retry key, so one of unknown outcome must not be
   * sent again, neither as a reply nor as a push: the user would read it twice.
   * @throws Permanent `line-reply-outcome-unknown`, or `line-reply-refused` (used or expired token).
   * @throws Retryable `line-unauthorized` or `line-rate-limited`: certainly not sent.
   */
  async reply(replyToken: string, messages: messagingApi.Message[]): Promise<void> {
    try {
      await this.#call(() => this.#api.replyMessage({ replyToken, messages }));
    } catch (thrown) {
      const failure = lineFailureOf(thrown);
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
      const { httpResponse } = await this.#call(() =>
        this.#api.pushMessageWithHttpInfo({ to, messages }, retryKey),
      );
      return { status: 'sent', requestId: httpResponse.headers.get('x-line-request-id') };
    } catch (thrown) {
      const failure = lineFailureOf(thrown);
      if (failure.kind === 'unknown-outcome') {
        throw new Retryable(failure.reason, { cause: thrown });
      }
      return this.#settleRefusedPush(failure.error);
    }
  }

  /**
   * Shows "..." in a one-to-one chat until a message arrives; does nothing for groups and rooms, which
   * have no such animation. @param seconds 5 to 60; rounded up to the next 5. Errors are as in `push`.
   */
  async startLoading(userId: string, seconds: number): Promise<void> {
    if (!userId.startsWith('U')) return;
    const loadingSeconds = Math.min(60, Math.max(5, Math.ceil(seconds / 5) * 5));
    try {
      await this.#call(() => this.#api.showLoadingAnimation({ chatId: userId, loadingSeconds }));
    } catch (thrown) {
      const failure = lineFailureOf(thrown);
      if (failure.kind === 'refused') throw refusalOf(failure.error, 'line-refused');
      throw new Retryable(failure.reason, { cause: thrown });
    }
  }

  /** 409 means that an earlier attempt was accepted; the other answers are errors. */
  async #settleRefusedPush(error: HTTPFetchError): Promise<PushReceipt> {
    if (error.status === 409) {
      const requestId = error.headers.get('x-line-accepted-request-id');
      return { status: 'already-sent', requestId };
    }
    if (error.status === 429 && (await this.#isQuotaExhausted(error))) {
      throw new Permanent('line-quota-exhausted', {
        cause: error,
        message: describeRefusal(error),
      });
    }
    throw refusalOf(error, 'line-refused');
  }

  /**
   * LINE answers 429 both for "too fast" and for "the month is used up", and warns that its texts may
   * change. So the quota endpoints have the last word; they alone would miss a group whose members
   * are more than what is left.
   */
  async #isQuotaExhausted(error: HTTPFetchError): Promise<boolean> {
    if (/monthly limit/i.test(error.body)) return true;
    try {
      const quota = await this.#call(() => this.#api.getMessageQuota());
      if (quota.type !== 'limited' || quota.value === undefined) return false;
      const { totalUsage } = await this.#call(() => this.#api.getMessageQuotaConsumption());
      return totalUsage >= quota.value;
    } catch (thrown) {
      throw new Retryable('line-rate-limited', {
        cause: thrown,
        message: `${describeRefusal(error)}, and the quota could not be read`,
      });
    }
  }

  #call<T>(call: () => Promise<T>): Promise<T> {
    return withFetchDeadline(this.#timeoutMs, call);
  }
}
