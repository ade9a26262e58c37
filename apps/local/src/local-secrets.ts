import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  const file = join(folder, 'line-simulator.json');
  if (existsSync(file)) {
    const stored = parse(readFileSync(file, 'utf8'));
    if (isSecrets(stored)) return stored;
    throw new UnreadableSecrets(file);
  }
  const secrets = {
    channelSecret: randomBytes(16).toString('hex'),
    accessToken: randomBytes(24).toString('base64url'),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets)}\n`, { mode: 0o600 });
  return secrets;
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
