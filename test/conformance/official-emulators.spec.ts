import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOfficialEmulators } from './official/find-emulators.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cloud-sdk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function install(...files: string[]): void {
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
}

const FIRESTORE = 'sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator.jar';
const PUBSUB = 'sdk/platform/pubsub-emulator/lib/cloud-pubsub-emulator-1.2.3-all.jar';
const names = (environment: Record<string, string>) =>
  findOfficialEmulators(environment).map(({ name }) => name);

describe("Google's emulators", () => {
  it('are found where the gcloud on the PATH really lies', () => {
    install('sdk/bin/gcloud', 'bin/java', FIRESTORE, PUBSUB);
    symlinkSync(join(folder, 'sdk/bin/gcloud'), join(folder, 'bin/gcloud'));
    const found = findOfficialEmulators({ PATH: join(folder, 'bin') });
    expect(found.map(({ name }) => name)).toEqual(['firestore', 'pubsub']);
    expect(found[0]?.arguments).toContain(join(folder, FIRESTORE));
    expect(found[1]?.arguments).toContain(join(folder, PUBSUB));
  });

  it('are found by CLOUDSDK_ROOT_DIR, each for itself', () => {
    install('bin/java', PUBSUB);
    const environment = { PATH: join(folder, 'bin'), CLOUDSDK_ROOT_DIR: join(folder, 'sdk') };
    expect(names(environment)).toEqual(['pubsub']);
  });

  it('are missing without Java, and without an SDK', () => {
    install('sdk/bin/gcloud', FIRESTORE, PUBSUB);
    expect(names({ CLOUDSDK_ROOT_DIR: join(folder, 'sdk') })).toEqual([]);
    expect(names({ PATH: join(folder, 'sdk/bin') })).toEqual([]);
    install('bin/java');
    expect(names({ PATH: join(folder, 'bin') })).toEqual([]);
  });
});
