import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LINKS_FILE = 'report-links.json';

/** What the simulated LINE and the services share. */
export interface LocalSecrets {
  readonly channelSecret: string;
  readonly accessToken: string;
}

/** The file of the secrets was damaged. */
export class UnreadableSecrets extends Error {
  override readonly name = 'UnreadableSecrets';

  constructor(file: string) {
    super(`${file} is not what Dossier wrote: delete it, and it is made anew`);
  }
}

/** The secrets of a data folder: made at its first use, kept for later starts, readable by its owner only. */
export function localSecretsOf(folder: string): LocalSecrets {
  return kept(folder, 'line-simulator.json', isSecrets, () => ({
    channelSecret: randomBytes(16).toString('hex'),
    accessToken: randomBytes(24).toString('base64url'),
  }));
}

/** What signs links to the reports of a data folder, kept as the others are: links outlive a restart. */
export function linkSecretOf(folder: string): string {
  return kept(folder, LINKS_FILE, isLinkSecret, () => ({
    linkSecret: randomBytes(32).toString('base64url'),
  })).linkSecret;
}

/** The same for whoever only looks; undefined where no Dossier has made one. */
export function storedLinkSecretOf(folder: string): string | undefined {
  return stored(join(folder, LINKS_FILE), isLinkSecret)?.linkSecret;
}

function kept<T>(
  folder: string,
  name: string,
  isRight: (value: unknown) => value is T,
  make: () => T,
): T {
  const file = join(folder, name);
  const found = stored(file, isRight);
  if (found !== undefined) return found;
  const secrets = make();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets)}\n`, { mode: 0o600 });
  return secrets;
}

function stored<T>(file: string, isRight: (value: unknown) => value is T): T | undefined {
  if (!existsSync(file)) return undefined;
  const found = parse(readFileSync(file, 'utf8'));
  if (isRight(found)) return found;
  throw new UnreadableSecrets(file);
}

/** Undefined for what is no JSON: its parser's message would repeat a secret. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSecrets(value: unknown): value is LocalSecrets {
  return (
    typeof value === 'object' &&
    value !== null &&
    'channelSecret' in value &&
    typeof value.channelSecret === 'string' &&
    'accessToken' in value &&
    typeof value.accessToken === 'string'
  );
}

function isLinkSecret(value: unknown): value is { readonly linkSecret: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'linkSecret' in value &&
    typeof value.linkSecret === 'string'
  );
}
