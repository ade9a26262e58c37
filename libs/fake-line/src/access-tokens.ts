import { randomBytes } from 'node:crypto';
import { LineRefusal } from './line-refusal.ts';

const STATELESS_LIFE_SECONDS = 900;

/** The channel whose tokens are checked. */
export interface Channel {
  readonly channelId: string;
  readonly channelSecret: string;
  /** A token that never expires, as a long-lived one. */
  readonly accessToken: string;
}

/** The answer to a request for a stateless token; errors have OAuth's shape, not the Messaging API's. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: object;
}

/** Channel access tokens: the given one, and stateless ones of 15 minutes. */
export class AccessTokens {
  readonly #expiries: Map<string, number>;

  constructor(private readonly channel: Channel) {
    this.#expiries = new Map([[channel.accessToken, Infinity]]);
  }

  /** @throws LineRefusal 401 unless the Authorization header carries a token that is alive. */
  refuseUnlessAuthorized(header: string | undefined, now: Date): void {
    const token = /^Bearer (.+)$/.exec(header ?? '')?.[1] ?? '';
    const expiry = this.#expiries.get(token);
    if (expiry === undefined || expiry <= now.getTime()) {
      throw new LineRefusal(
        401,
        'Authentication failed due to the following reason: invalid token. Confirm that the access token in the authorization header is valid.',
      );
    }
  }

  /** POST /oauth2/v3/token with the channel's id and secret as a form. */
  issueStateless(form: URLSearchParams, now: Date): TokenAnswer {
    const { channelId, channelSecret } = this.channel;
    if (
      form.get('grant_type') !== 'client_credentials' ||
      form.get('client_id') !== channelId ||
      form.get('client_secret') !== channelSecret
    ) {
      const body = {
        error: 'invalid_request',
        error_description: "Invalid 'client_credentials'.",
      };
      return { status: 400, body };
    }
    const token = `ey${randomBytes(16).toString('base64url')}`;
    this.#expiries.set(token, now.getTime() + STATELESS_LIFE_SECONDS * 1000);
    return {
      status: 200,
      body: { token_type: 'Bearer', access_token: token, expires_in: STATELESS_LIFE_SECONDS },
    };
  }
}
