import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';

const ISSUER = 'https://accounts.google.com';
const LIFETIME_SECONDS = 3600;

/** A new signing key as PEM text. */
export function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
}

/**
 * Signs the OIDC tokens of push requests and publishes the keys to check them with, in the two
 * formats that Google's verifiers read.
 * https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions#jwt_format
 */
export class PushSigner {
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #keyId: string;

  /** @param pem a private RSA key, see newSigningKey. */
  constructor(pem: string) {
    this.#privateKey = createPrivateKey(pem);
    this.#publicKey = createPublicKey(this.#privateKey);
    const der = this.#publicKey.export({ type: 'spki', format: 'der' });
    this.#keyId = createHash('sha1').update(der).digest('hex');
  }

  /** A token valid for one hour. `audience` is what the receiving service must expect. */
  token(serviceAccountEmail: string, audience: string, nowMs: number): string {
    const iat = Math.floor(nowMs / 1000);
    const sub = accountNumber(serviceAccountEmail);
    const header = { alg: 'RS256', kid: this.#keyId, typ: 'JWT' };
    const claims = {
      aud: audience,
      azp: sub,
      email: serviceAccountEmail,
      email_verified: true,
      exp: iat + LIFETIME_SECONDS,
      iat,
      iss: ISSUER,
      sub,
    };
    const signed = `${base64url(header)}.${base64url(claims)}`;
    const signature = sign('RSA-SHA256', Buffer.from(signed), this.#privateKey);
    return `${signed}.${signature.toString('base64url')}`;
  }

  /** As https://www.googleapis.com/oauth2/v3/certs: a JSON web key set. */
  jsonWebKeys(): object {
    const jwk = this.#publicKey.export({ format: 'jwk' });
    return { keys: [{ ...jwk, kid: this.#keyId, use: 'sig', alg: 'RS256' }] };
  }

  /** As https://www.googleapis.com/oauth2/v1/certs: PEM text by key id. */
  pemKeys(): object {
    return { [this.#keyId]: this.#publicKey.export({ type: 'spki', format: 'pem' }) };
  }
}

/** Service accounts have a numeric id; the same email always gets the same one. */
function accountNumber(email: string): string {
  const digest = createHash('sha1').update(email).digest('hex').slice(0, 16);
  return BigInt(`0x${digest}`).toString();
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
