import { Permanent, Retryable, type Clock } from '@dossier/contracts';
import { HTTPFetchError } from '@line/bot-sdk';
import { describeRefusal } from '../line-failure.ts';
import type { AccessTokens } from './access-tokens.ts';

/** A call may take a while after it took its token, and the clocks of two companies differ. */
const MARGIN_MS = 90_000;

interface Issued {
  readonly token: string;
  readonly usableUntilMs: number;
}

/**
 * Stateless channel access tokens: LINE issues them for channel id and secret without limit, each for
 * 15 minutes, so nothing has to be stored or rotated. One is kept per process until shortly before its
 * end; callers that need one at the same time wait for the same request.
 * @see https://developers.line.biz/en/docs/basics/channel-access-token/
 */
export class StatelessTokens implements AccessTokens {
  #kept: Issued | undefined;
  #coming: Promise<Issued> | undefined;

  /** @param issue asks LINE, within a time-out of its own; what it resolves to is checked here. */
  constructor(
    private readonly issue: () => Promise<unknown>,
    private readonly clock: Clock,
  ) {}

  async current(): Promise<string> {
    const kept = this.#kept;
    if (kept !== undefined && this.clock.now().getTime() < kept.usableUntilMs) return kept.token;
    this.#coming ??= this.#fetch().finally(() => (this.#coming = undefined));
    return (await this.#coming).token;
  }

  discard(token: string): boolean {
    // Another caller may have replaced the refused one already.
    if (this.#kept?.token === token) this.#kept = undefined;
    return true;
  }

  async #fetch(): Promise<Issued> {
    const askedAtMs = this.clock.now().getTime();
    const issued = readIssued(await this.issue().catch(refuse), askedAtMs);
    if (issued === undefined) {
      throw new Retryable('line-token-unavailable', { message: 'LINE issued no usable token' });
    }
    this.#kept = issued;
    return issued;
  }
}

function readIssued(body: unknown, askedAtMs: number): Issued | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const {
    access_token: token,
    expires_in: seconds,
  }: { access_token?: unknown; expires_in?: unknown } = body;
  if (typeof token !== 'string' || token === '' || typeof seconds !== 'number') return undefined;
  return { token, usableUntilMs: askedAtMs + seconds * 1_000 - MARGIN_MS };
}

/** A 4xx says that id and secret do not belong together; "too fast" and everything else may pass. */
function refuse(thrown: unknown): never {
  if (!(thrown instanceof HTTPFetchError)) {
    throw new Retryable('line-token-unavailable', { cause: thrown });
  }
  const options = { cause: thrown, message: `No token: ${describeRefusal(thrown)}` };
  if (thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429) {
    throw new Permanent('line-credentials-refused', options);
  }
  throw new Retryable('line-token-unavailable', options);
}
