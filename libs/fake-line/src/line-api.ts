import type { IncomingHttpHeaders } from 'node:http';
import type { AccessTokens } from './access-tokens.ts';
import type { ActivityFeed } from './activity.ts';
import type { Audience } from './audience.ts';
import type { JournalEntry } from './journal.ts';
import { LineRefusal } from './line-refusal.ts';
import type { LoadingAnimations } from './loading-animations.ts';
import type { MessageContract } from './message-contract.ts';
import type { MessageSending, SendingContext } from './message-sending.ts';
import type { Quota } from './quota.ts';
import type { RateLimits } from './rate-limits.ts';
import { RetryKeyConflict, type RetryKeys } from './retry-keys.ts';

const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** One request, without its socket. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly now: Date;
  /** The request's line in the journal; the parsed body is noted there. */
  readonly journal: JournalEntry;
}

/** What goes back; without a body it is `{}`. */
export interface ApiAnswer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Parts {
  readonly tokens: AccessTokens;
  readonly rateLimits: RateLimits;
  readonly contract: MessageContract;
  readonly retryKeys: RetryKeys;
  readonly sending: MessageSending;
  readonly loading: LoadingAnimations;
  readonly quota: Quota;
  readonly audience: Audience;
  readonly activity: ActivityFeed;
  readonly botUserId: string;
}

interface Route {
  /** Only sending to people can be retried by key; elsewhere the key is refused. */
  readonly takesRetryKey?: true;
  run(body: unknown, context: SendingContext): ApiAnswer;
}

/** The endpoints of api.line.me that a chat bot uses, in the order of LINE's own checks. */
export class LineApi {
  readonly #posts: ReadonlyMap<string, Route>;

  constructor(private readonly parts: Parts) {
    const { contract, sending, loading, activity } = parts;
    const validate: Route = {
      run: (body) => {
        contract.check('validate', body);
        return { status: 200 };
      },
    };
    this.#posts = new Map<string, Route>([
      [
        '/v2/bot/message/reply',
        { run: (body, context) => ok(sending.reply(contract.check('reply', body), context)) },
      ],
      [
        '/v2/bot/message/push',
        {
          takesRetryKey: true,
          run: (body, context) => ok(sending.push(contract.check('push', body), context)),
        },
      ],
      [
        '/v2/bot/message/multicast',
        {
          takesRetryKey: true,
          run: (body, context) => ok(sending.multicast(contract.check('multicast', body), context)),
        },
      ],
      [
        '/v2/bot/chat/loading/start',
        {
          run: (body, { now }) => {
            const shown = loading.show(contract.check('loading', body), now);
            activity.tell({ type: 'loading', loading: shown });
            return { status: 202 };
          },
        },
      ],
      [
        '/v2/bot/chat/markAsRead',
        {
          run: (body) => {
            contract.check('markAsRead', body);
            return { status: 200 };
          },
        },
      ],
      ['/v2/bot/message/validate/push', validate],
      ['/v2/bot/message/validate/reply', validate],
      ['/v2/bot/message/validate/multicast', validate],
    ]);
  }

  /** Decides a request; what it accepted is committed when this returns. */
  answer(request: ApiRequest): ApiAnswer {
    try {
      return this.#decide(request);
    } catch (error) {
      if (!(error instanceof LineRefusal)) throw error;
      const headers: Record<string, string> =
        error instanceof RetryKeyConflict
          ? { 'x-line-accepted-request-id': error.acceptedRequestId }
          : {};
      return { status: error.status, body: error.body, headers };
    }
  }

  #decide(request: ApiRequest): ApiAnswer {
    const { method, path, headers, body, now } = request;
    const { tokens, rateLimits } = this.parts;
    if (method === 'POST' && path === '/oauth2/v3/token') {
      return tokens.issueStateless(new URLSearchParams(body.toString('utf8')), now);
    }
    tokens.refuseUnlessAuthorized(headers.authorization, now);
    rateLimits.take(path, now);
    return method === 'GET' ? this.#read(path, now) : this.#change(request);
  }

  #read(path: string, now: Date): ApiAnswer {
    const { quota, audience, botUserId } = this.parts;
    switch (path) {
      case '/v2/bot/message/quota':
        return ok(quota.limit);
      case '/v2/bot/message/quota/consumption':
        return ok({ totalUsage: quota.used(now) });
      case '/v2/bot/info':
        return ok({
          userId: botUserId,
          basicId: '@000dossier',
          displayName: 'Dossier',
          chatMode: 'bot',
          markAsReadMode: 'auto',
        });
    }
    const profile = audience.profileOf(/^\/v2\/bot\/profile\/(.+)$/.exec(path)?.[1] ?? '');
    if (profile === undefined) throw new LineRefusal(404, 'Not found');
    return ok(profile);
  }

  #change({ method, path, headers, body, now, journal }: ApiRequest): ApiAnswer {
    if (body.length > MAX_BODY_BYTES) throw new LineRefusal(413, 'Payload too large');
    const type = headers['content-type'] ?? '';
    if (!/^application\/json(;|$)/.test(type)) {
      throw new LineRefusal(415, `The content type, ${type}, is not supported`);
    }
    const route = method === 'POST' ? this.#posts.get(path) : undefined;
    if (route === undefined) throw new LineRefusal(404, 'Not found');
    const header = headers['x-line-retry-key'];
    if (header !== undefined && route.takesRetryKey === undefined) {
      throw new LineRefusal(400, 'The retry key is not supported for this API');
    }
    const retryKey = this.parts.retryKeys.read(header?.toString());
    journal.body = parseJson(body);
    return route.run(journal.body, { requestId: journal.requestId, now, retryKey });
  }
}

function ok(body: object): ApiAnswer {
  return { status: 200, body };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new LineRefusal(400, 'The request body could not be parsed as JSON (line: -, column: -)');
  }
}
