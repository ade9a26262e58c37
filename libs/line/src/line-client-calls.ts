import type { Clock } from '@dossier/contracts';
import { channelAccessToken, HTTPFetchError, LineBotClient } from '@line/bot-sdk';
import { StaticToken, type AccessTokens } from './access-tokens/access-tokens.ts';
import type { LineCredentials } from './access-tokens/line-credentials.ts';
import { StatelessTokens } from './access-tokens/stateless-tokens.ts';
import { withFetchDeadline } from './fetch-deadline.ts';

/** One request to LINE as LINE asks bots to log it; without the ids of people and without texts. */
export interface ObservedCall {
  readonly method: LineEndpoint['method'];
  /** The path as in LINE's reference: ids stand as `{userId}`. */
  readonly endpoint: string;
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  /** LINE's id of the request, for its support. */
  readonly requestId: string | null;
  readonly ms: number;
}

/** How LINE is reached. */
export interface LineClientOptions {
  readonly credentials: LineCredentials;
  /** Origin of a stand-in for LINE; a path in it would be dropped by the SDK. */
  readonly baseUrl?: string;
  /** Longest wait for one call, the issue of a token included. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Hears of every request, those for tokens included. */
  readonly observe?: (call: ObservedCall) => void;
}

/** A row of LINE's reference. */
export interface LineEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly endpoint: string;
}

/** What the SDK's `...WithHttpInfo` methods resolve to. */
export interface SdkAnswer<T> {
  readonly httpResponse: Response;
  readonly body: T;
}

const LINE_ORIGIN = 'https://api.line.me';
const ISSUE: LineEndpoint = { method: 'POST', endpoint: '/oauth2/v3/token' };

/** Makes calls to LINE: each with a token that is alive, within the time-out, and told to the observer. */
export class LineCalls {
  readonly #tokens: AccessTokens;
  readonly #options: LineClientOptions;
  #client: { readonly token: string; readonly bot: LineBotClient } | undefined;

  constructor(options: LineClientOptions) {
    this.#options = options;
    const { credentials, clock, baseUrl = LINE_ORIGIN } = options;
    if (credentials.kind === 'static') {
      this.#tokens = new StaticToken(credentials.accessToken);
      return;
    }
    const { channelId, channelSecret } = credentials;
    const oauth = new channelAccessToken.ChannelAccessTokenClient({ baseURL: baseUrl });
    this.#tokens = new StatelessTokens(async () => {
      const { body } = await this.#observed(ISSUE, () =>
        oauth.issueStatelessChannelTokenByClientSecretWithHttpInfo(channelId, channelSecret),
      );
      return body;
    }, clock);
  }

  /**
   * Calls LINE. A 401 means that nothing was accepted: where tokens can be issued the call is repeated
   * once with a fresh one, whatever it does.
   * @throws what the SDK throws, or what AccessTokens throw before anything was sent.
   */
  run<T>(
    endpoint: LineEndpoint,
    call: (bot: LineBotClient) => Promise<SdkAnswer<T>>,
  ): Promise<SdkAnswer<T>> {
    return withFetchDeadline(this.#options.timeoutMs, async () => {
      const token = await this.#tokens.current();
      try {
        return await this.#observed(endpoint, () => call(this.#clientWith(token)));
      } catch (thrown) {
        const unauthorized = thrown instanceof HTTPFetchError && thrown.status === 401;
        if (!unauthorized || !this.#tokens.discard(token)) throw thrown;
      }
      const fresh = await this.#tokens.current();
      return this.#observed(endpoint, () => call(this.#clientWith(fresh)));
    });
  }

  /** The SDK's clients hold their token for life, so there is one per token. */
  #clientWith(token: string): LineBotClient {
    if (this.#client?.token === token) return this.#client.bot;
    const { baseUrl } = this.#options;
    const bot = LineBotClient.fromChannelAccessToken({
      channelAccessToken: token,
      // LINE itself serves images from a second origin; a stand-in has one for all.
      ...(baseUrl !== undefined &&
        baseUrl !== LINE_ORIGIN && { apiBaseURL: baseUrl, dataApiBaseURL: baseUrl }),
    });
    this.#client = { token, bot };
    return bot;
  }

  async #observed<T>(
    { method, endpoint }: LineEndpoint,
    call: () => Promise<SdkAnswer<T>>,
  ): Promise<SdkAnswer<T>> {
    const { clock, observe } = this.#options;
    const startedMs = clock.now().getTime();
    const tell = (answer?: { status: number; headers: Headers }): void =>
      observe?.({
        method,
        endpoint,
        status: answer?.status,
        requestId: answer?.headers.get('x-line-request-id') ?? null,
        ms: clock.now().getTime() - startedMs,
      });
    try {
      const answer = await call();
      tell(answer.httpResponse);
      return answer;
    } catch (thrown) {
      tell(thrown instanceof HTTPFetchError ? thrown : undefined);
      throw thrown;
    }
  }
}
