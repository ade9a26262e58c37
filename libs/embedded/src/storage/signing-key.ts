import { createPrivateKey, createPublicKey, generateKeyPair, verify } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isObject } from './storage-http.ts';

const CLIENT_EMAIL = 'signer@dossier-local.iam.gserviceaccount.com';

/** What the real client signs with: `new Storage({ credentials })`, the form of Google's key files. */
export interface SigningCredentials {
  readonly type: 'service_account';
  readonly client_email: string;
  /** PKCS #8 in PEM. */
  readonly private_key: string;
}

/** The file that should hold the signing key holds something else. */
export class SigningKeyUnusable extends Error {
  override readonly name = 'SigningKeyUnusable';

  constructor(file: string, cause: unknown) {
    super(
      `${file} holds no signing key. Remove it: a new one is made, and URLs signed before end.`,
      { cause },
    );
  }
}

/** The one service account of the object store: clients sign URLs as it, the server checks them. */
export class SigningKey {
  readonly credentials: SigningCredentials;
  readonly #publicKey: ReturnType<typeof createPublicKey>;

  /** @throws Error when the private key is none. */
  constructor(credentials: SigningCredentials) {
    this.credentials = credentials;
    this.#publicKey = createPublicKey(createPrivateKey(credentials.private_key));
  }

  /** Whether this account made the RSA-SHA256 signature of the text. */
  signed(text: string, signature: Uint8Array): boolean {
    return verify('RSA-SHA256', Buffer.from(text), this.#publicKey, signature);
  }
}

/**
 * The key in a file of Google's key format, made on first use; without a file a new key that ends
 * with the process.
 * @throws SigningKeyUnusable when the file holds something else.
 */
export async function openSigningKey(file?: string): Promise<SigningKey> {
  if (file === undefined) return new SigningKey(await newCredentials());
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) return storedKey(file, text);
  const credentials = await newCredentials();
  // Renamed into place, so that a process killed here leaves no half a key behind.
  await writeFile(`${file}.new`, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return new SigningKey(credentials);
}

function storedKey(file: string, text: string): SigningKey {
  try {
    const stored: unknown = JSON.parse(text);
    const { client_email, private_key } = isObject(stored) ? stored : {};
    if (typeof client_email !== 'string' || typeof private_key !== 'string') {
      throw new TypeError('client_email and private_key are needed');
    }
    return new SigningKey({ type: 'service_account', client_email, private_key });
  } catch (cause) {
    throw new SigningKeyUnusable(file, cause);
  }
}

async function newCredentials(): Promise<SigningCredentials> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return {
    type: 'service_account',
    client_email: CLIENT_EMAIL,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
