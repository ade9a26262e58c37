import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { base64url, exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { CallRefused, OidcVerifier } from './oidc-verifier.ts';

const NOW = new Date('2026-12-01T06:00:00Z');
const seconds = NOW.getTime() / 1_000;
const clock = { now: () => NOW, sleep: () => Promise.resolve() };
const AUDIENCE = 'https://ingress.example/internal';
const CALLER = 'scheduler@my-project.iam.gserviceaccount.com';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function aKey(kid: string): SigningKey {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}
const first = aKey('first');
const second = aKey('second');

/** What the key server publishes; undefined makes it fail. */
let published: SigningKey[] | undefined;
let fetches = 0;
let server: Server;
let keysUrl: string;
beforeAll(async () => {
  server = createServer((_request, response) => {
    fetches += 1;
    if (published === undefined) return void response.writeHead(500).end();
    const keys = Promise.all(
      published.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid })),
    );
    void keys.then((all) => response.end(JSON.stringify({ keys: all })));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  keysUrl = `http://127.0.0.1:${address.port}/oauth2/v3/certs`;
});
afterAll(() => server.close());
beforeEach(() => {
  published = [first];
  fetches = 0;
});

function aVerifier(keysCooldownMs = 30_000): OidcVerifier {
  const callers = ['other@example.com', CALLER];
  return new OidcVerifier({ audience: AUDIENCE, callers, keysUrl, keysCooldownMs }, clock);
}

const CLAIMS = {
  aud: AUDIENCE,
  iss: 'https://accounts.google.com',
  email: CALLER,
  email_verified: true,
  iat: seconds - 10,
  exp: seconds + 3_590,
};

async function aToken(change: Record<string, unknown> = {}, key = first): Promise<string> {
  const claims = Object.fromEntries(
    Object.entries({ ...CLAIMS, ...change }).filter(([, value]) => value !== undefined),
  );
  const header = { alg: 'RS256', kid: key.kid, typ: 'JWT' };
  return new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey);
}

async function refusalOf(token: string | undefined, verifier = aVerifier()): Promise<string> {
  const outcome = await verifier.verify(token).catch((error: unknown) => error);
  if (!(outcome instanceof CallRefused)) throw new Error(`not refused: ${JSON.stringify(outcome)}`);
  if (token !== undefined && token.length > 8) expect(outcome.message).not.toContain(token);
  return outcome.code;
}

describe('a caller is let in', () => {
  it('with a token that Google signed for this audience', async () => {
    await expect(aVerifier().verify(`Bearer ${await aToken()}`)).resolves.toEqual({
      email: CALLER,
    });
  });

  it.each([
    ["Google's other issuer", { iss: 'accounts.google.com' }],
    ['an address in other case', { email: CALLER.toUpperCase() }],
    ['a clock that is half a minute behind', { iat: seconds + 20 }],
    ['a token that ran out within the leeway', { iat: seconds - 3_610, exp: seconds - 10 }],
  ])('with %s', async (_title, change) => {
    const token = await aToken(change);
    await expect(aVerifier().verify(`bearer ${token}`)).resolves.toHaveProperty('email');
  });

  it('without fetching the keys for each call', async () => {
    const verifier = aVerifier();
    const token = `Bearer ${await aToken()}`;
    await Promise.all(Array.from({ length: 5 }, () => verifier.verify(token)));
    await verifier.verify(token);
    expect(fetches).toBe(1);
  });

  it('with a token of a key that Google has rotated in since', async () => {
    const verifier = aVerifier(0);
    await verifier.verify(`Bearer ${await aToken()}`);
    const rotated = `Bearer ${await aToken({}, second)}`;
    await expect(refusalOf(rotated, verifier)).resolves.toBe('unauthenticated');
    published = [first, second];
    await expect(verifier.verify(rotated)).resolves.toEqual({ email: CALLER });
  });
});

describe('a caller is unauthenticated', () => {
  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no token', 'Bearer '],
    ['garbage', 'Bearer garbage'],
    ['garbage in three parts', 'Bearer a.b.c'],
    ['two tokens', 'Bearer a.b.c d.e.f'],
  ])('with %s', async (_title, header) => {
    await expect(refusalOf(header)).resolves.toBe('unauthenticated');
  });

  it.each([
    ['another audience', { aud: 'https://elsewhere.example' }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://accounts.example.com' }],
    ['no issuer', { iss: undefined }],
    ['an expired token', { iat: seconds - 3_700, exp: seconds - 100 }],
    ['a token without an end', { exp: undefined }],
    ['a token for later', { nbf: seconds + 300 }],
    ['a token from the future', { iat: seconds + 300, exp: seconds + 3_900 }],
    ['a token that lives for longer than Google lets it', { iat: seconds - 7_200 }],
  ])('with %s', async (_title, change) => {
    await expect(refusalOf(`Bearer ${await aToken(change)}`)).resolves.toBe('unauthenticated');
  });

  it('with a token that nobody signed', async () => {
    const unsigned = new UnsecuredJWT(CLAIMS).encode();
    await expect(refusalOf(`Bearer ${unsigned}`)).resolves.toBe('unauthenticated');
  });

  it('with the public key taken for a shared secret', async () => {
    const part = (value: object): string => base64url.encode(JSON.stringify(value));
    const signed = `${part({ alg: 'HS256', kid: first.kid, typ: 'JWT' })}.${part(CLAIMS)}`;
    const secret = createPublicKey(first.privateKey).export({ type: 'spki', format: 'pem' });
    const signature = createHmac('sha256', secret).update(signed).digest('base64url');
    await expect(refusalOf(`Bearer ${signed}.${signature}`)).resolves.toBe('unauthenticated');
  });

  it('with the name of a key that is not the one that signed', async () => {
    const forged = await aToken({}, { ...second, kid: first.kid });
    await expect(refusalOf(`Bearer ${forged}`)).resolves.toBe('unauthenticated');
  });

  it('with claims changed after signing', async () => {
    const [header = '', , signature = ''] = (await aToken({ email: 'x@example.com' })).split('.');
    const changed = `${header}.${base64url.encode(JSON.stringify(CLAIMS))}.${signature}`;
    await expect(refusalOf(`Bearer ${changed}`)).resolves.toBe('unauthenticated');
  });

  it('and cannot make us fetch the keys again and again by naming unknown ones', async () => {
    const verifier = aVerifier();
    await verifier.verify(`Bearer ${await aToken()}`);
    for (const kid of ['a', 'b', 'c']) {
      await refusalOf(`Bearer ${await aToken({}, { ...second, kid })}`, verifier);
    }
    expect(fetches).toBe(1);
  });
});

describe('a caller is forbidden', () => {
  it.each([
    ['who is not on the list', { email: 'stranger@example.com' }],
    ['whose address is part of one on the list', { email: 'scheduler@my-project' }],
    ['who has no address', { email: undefined }],
    ['whose address nobody verified', { email_verified: false }],
    ['whose address is verified in words only', { email_verified: 'true' }],
  ])('%s', async (_title, change) => {
    await expect(refusalOf(`Bearer ${await aToken(change)}`)).resolves.toBe('forbidden');
  });
});

describe('nobody can tell', () => {
  it('while the keys cannot be read, and can again once they are back', async () => {
    const verifier = aVerifier();
    const token = `Bearer ${await aToken()}`;
    published = undefined;
    await expect(refusalOf(token, verifier)).resolves.toBe('keys-unreachable');
    published = [first];
    await expect(verifier.verify(token)).resolves.toEqual({ email: CALLER });
  });

  it('while nothing listens where the keys are', async () => {
    const rules = { audience: AUDIENCE, callers: [CALLER], keysUrl: 'http://127.0.0.1:1/certs' };
    const verifier = new OidcVerifier(rules, clock);
    await expect(refusalOf(`Bearer ${await aToken()}`, verifier)).resolves.toBe('keys-unreachable');
  });
});
