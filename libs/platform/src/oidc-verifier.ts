import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '@dossier/contracts';

/** Both spellings are Google's own (developers.google.com/identity/openid-connect/openid-connect#validatinganidtoken). */
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
/** Google signs with RS256 only. Any other would let a caller choose: `none`, or HS256 with the public key as secret. */
const ALGORITHMS = ['RS256'];
/** Clocks of two machines differ a little. */
const LEEWAY_SECONDS = 30;
/** Google's tokens live for an hour (exp = iat + 3600); an older or a predated one is no token of Google's. */
const MAX_AGE_SECONDS = 3_600;
/** A key set that takes longer would hold the caller for longer than it waits. */
const KEYS_TIMEOUT_MS = 5_000;
/** After a fetch, tokens with unknown key ids cause no other for so long: anybody can make such tokens. */
const KEYS_COOLDOWN_MS = 30_000;

/** Whom to let in. */
export interface OidcRules {
  /** The `aud` that callers ask Google for. */
  readonly audience: string;
  /** E-mail addresses of service accounts, in any case. */
  readonly callers: readonly string[];
  /** Where the public keys are, as a JSON Web Key Set. */
  readonly keysUrl: string;
  /** Least milliseconds between two fetches of the keys; 30 s when absent. */
  readonly keysCooldownMs?: number;
}

/** Who is calling: checked. */
export interface OidcCaller {
  readonly email: string;
}

/**
 * A call that is not let in.
 * - `unauthenticated`: no token, or one that is not valid here and now (HTTP 401);
 * - `forbidden`: a valid token of somebody who may not call (403);
 * - `keys-unreachable`: nobody can tell at the moment; the same call may pass later (503).
 */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly code: 'unauthenticated' | 'forbidden' | 'keys-unreachable';

  constructor(code: CallRefused['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Checks the OIDC tokens that Cloud Scheduler, Pub/Sub push and `gcloud auth print-identity-token`
 * send: Google's signature, issuer, audience, times, and who it is. Keys are fetched at the first
 * call, kept for ten minutes, and fetched again when a token names an unknown one (Google rotates
 * them).
 */
export class OidcVerifier {
  readonly #audience: string;
  readonly #callers: ReadonlySet<string>;
  readonly #keyOf: JWTVerifyGetKey;
  readonly #clock: Clock;

  constructor(rules: OidcRules, clock: Clock) {
    this.#audience = rules.audience;
    this.#callers = new Set(rules.callers.map((email) => email.toLowerCase()));
    this.#clock = clock;
    const keys = createRemoteJWKSet(new URL(rules.keysUrl), {
      timeoutDuration: KEYS_TIMEOUT_MS,
      cooldownDuration: rules.keysCooldownMs ?? KEYS_COOLDOWN_MS,
    });
    this.#keyOf = async (header, token) => {
      try {
        return await keys(header, token);
      } catch (cause) {
        if (isAboutTheToken(cause)) throw cause;
        const message = "Google's signing keys cannot be read at the moment. Try again.";
        throw new CallRefused('keys-unreachable', message, { cause });
      }
    };
  }

  /**
   * Checks the value of an `Authorization` header.
   * @throws CallRefused; its message never repeats the token.
   */
  async verify(authorization: string | undefined): Promise<OidcCaller> {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) {
      throw new CallRefused(
        'unauthenticated',
        'Send a Google ID token as `Authorization: Bearer`.',
      );
    }
    const { email, email_verified: verified } = await this.#claimsOf(token);
    const known = typeof email === 'string' && this.#callers.has(email.toLowerCase());
    if (!known || verified !== true) {
      throw new CallRefused('forbidden', 'The caller of this token is not on the list.');
    }
    return { email };
  }

  async #claimsOf(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, this.#keyOf, {
        issuer: ISSUERS,
        audience: this.#audience,
        algorithms: ALGORITHMS,
        clockTolerance: LEEWAY_SECONDS,
        maxTokenAge: MAX_AGE_SECONDS,
        currentDate: this.#clock.now(),
        requiredClaims: ['exp'],
      });
      return payload;
    } catch (cause) {
      if (cause instanceof CallRefused) throw cause;
      const why = cause instanceof errors.JOSEError ? cause.message : 'it cannot be read';
      throw new CallRefused('unauthenticated', `The token is not valid: ${why}.`, { cause });
    }
  }
}

/** The keys could be read, and none of them (or no single one) is the token's. */
function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys
  );
}
