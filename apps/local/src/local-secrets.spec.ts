import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  linkSecretOf,
  localSecretsOf,
  storedLinkSecretOf,
  UnreadableSecrets,
} from './local-secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the secrets of a data folder', () => {
  it('are made once and kept, readable by their owner only', () => {
    const [secrets, linkSecret] = [localSecretsOf(folder), linkSecretOf(folder)];
    expect(localSecretsOf(folder)).toEqual(secrets);
    expect(linkSecretOf(folder)).toBe(linkSecret);
    expect(linkSecret.length).toBeGreaterThanOrEqual(32);
    for (const name of ['line-simulator.json', 'report-links.json']) {
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    }
  });

  it('are not made by whoever only looks', () => {
    expect(storedLinkSecretOf(folder)).toBeUndefined();
    const linkSecret = linkSecretOf(folder);
    expect(storedLinkSecretOf(folder)).toBe(linkSecret);
  });

  it('are never made anew over a damaged file, which would end every link in silence', () => {
    writeFileSync(join(folder, 'report-links.json'), '{"linkSecret":7}');
    expect(() => linkSecretOf(folder)).toThrow(UnreadableSecrets);
  });
});
