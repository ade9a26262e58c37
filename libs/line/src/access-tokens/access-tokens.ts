/** Where calls to LINE get their channel access token from. */
export interface AccessTokens {
  /** A token to use now. @throws Retryable `line-token-unavailable`, Permanent `line-credentials-refused`. */
  current(): Promise<string>;
  /** LINE refused the token. @returns whether `current` can give another one. */
  discard(token: string): boolean;
}

/** One token for good: when LINE refuses it, only an operator can help. */
export class StaticToken implements AccessTokens {
  constructor(private readonly token: string) {}

  current(): Promise<string> {
    return Promise.resolve(this.token);
  }

  discard(): boolean {
    return false;
  }
}
