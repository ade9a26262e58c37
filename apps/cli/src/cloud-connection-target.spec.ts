import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedCloud, type EmbeddedCloud } from '@dossier/embedded';
import { cloudFolderOf } from '@dossier/local';
import { CloudUnreachable, NoCloud } from './cloud-connection-errors.ts';
import { findCloud } from './cloud-connection-target.ts';

let data: string;
const running: EmbeddedCloud[] = [];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'cloud-target-'));
});
afterEach(async () => {
  for (const cloud of running.splice(0)) await cloud.close();
  rmSync(data, { recursive: true });
});

async function serve(folder: string): Promise<EmbeddedCloud> {
  const cloud = await startEmbeddedCloud({ folder });
  running.push(cloud);
  return cloud;
}

function leaveAddresses(cloud: EmbeddedCloud, change: Record<string, unknown> = {}): void {
  const addresses = {
    ...{ pid: process.pid, project: 'mine', timings: 'test', storage: cloud.storage.endpoint },
    ...{ pubsub: cloud.pubsub.address, firestore: cloud.firestore.address },
    ...change,
  };
  writeFileSync(join(data, 'cloud.json'), JSON.stringify(addresses));
}

describe('the environment', () => {
  it('names local servers, which must listen', async () => {
    const cloud = await serve(join(data, 'elsewhere'));
    const target = await findCloud(undefined, cloud.environment);
    expect(target.settings.FIRESTORE_EMULATOR_HOST).toBe(cloud.firestore.address);
    const nowhere = { ...cloud.environment, PUBSUB_EMULATOR_HOST: '127.0.0.1:1' };
    await expect(findCloud(undefined, nowhere)).rejects.toThrow(
      /^Nothing listens at 127\.0\.0\.1:1 \(PUBSUB_EMULATOR_HOST\)/,
    );
  });

  it('must not name half of them', async () => {
    const half = { FIRESTORE_EMULATOR_HOST: '127.0.0.1:1', GOOGLE_CLOUD_PROJECT: 'mine' };
    await expect(findCloud(undefined, half)).rejects.toThrow(/Only one of/);
  });

  it('names a project on Google Cloud, with the clocks that its workers go by', async () => {
    const { settings, where } = await findCloud(undefined, { GOOGLE_CLOUD_PROJECT: 'mine' });
    expect(where).toBe('Google Cloud project mine');
    expect(settings).toMatchObject({ GOOGLE_CLOUD_PROJECT: 'mine', DOSSIER_TIMINGS: 'cloud' });
    expect(settings.FIRESTORE_EMULATOR_HOST).toBeUndefined();
  });

  it('gives way to a data folder on the command line', async () => {
    const cloud = { GOOGLE_CLOUD_PROJECT: 'mine', DOSSIER_DATA: '/elsewhere' };
    await expect(findCloud(data, cloud)).rejects.toThrow(`${data} holds no data of Dossier.`);
  });
});

describe('a data folder', () => {
  it('must hold data; the message lists every way to say which Dossier is meant', async () => {
    const failure = findCloud(undefined, { DOSSIER_DATA: data });
    await expect(failure).rejects.toThrow(NoCloud);
    await expect(failure).rejects.toThrow(/--data.*PUBSUB_EMULATOR_HOST.*GOOGLE_CLOUD_PROJECT/s);
  });

  it('leads to the Dossier that runs on it, with its project and clocks', async () => {
    const cloud = await serve(cloudFolderOf(data));
    leaveAddresses(cloud);
    const { settings, where } = await findCloud(data, {});
    expect(where).toContain('running on');
    expect(settings).toMatchObject({
      ...{ GOOGLE_CLOUD_PROJECT: 'mine', DOSSIER_TIMINGS: 'test' },
      FIRESTORE_EMULATOR_HOST: cloud.firestore.address,
    });
  });

  it('is served here while nobody else does, whatever addresses a killed one left', async () => {
    const killed = await startEmbeddedCloud({ folder: cloudFolderOf(data) });
    leaveAddresses(killed);
    await killed.close();
    const target = await findCloud(data, {});
    expect(target.where).toContain('the data folder');
    expect(target.settings.FIRESTORE_EMULATOR_HOST).not.toBe(killed.firestore.address);
    await target.close();
    await (await findCloud(data, {})).close();
  });

  it('is waited for while another command has it', async () => {
    const other = await startEmbeddedCloud({ folder: cloudFolderOf(data) });
    const waiting = findCloud(data, {});
    await other.close();
    await (await waiting).close();
  });

  it.each([
    ['no addresses', undefined],
    ['addresses of another process', { pid: 1 }],
    ['addresses where nothing listens', { firestore: '127.0.0.1:1' }],
  ])('whose owner left %s is not waited for without end', async (_title, change) => {
    const owner = await serve(cloudFolderOf(data));
    if (change !== undefined) leaveAddresses(owner, change);
    const failure = findCloud(data, {}, 0);
    await expect(failure).rejects.toThrow(CloudUnreachable);
    await expect(failure).rejects.toThrow(`is served by process ${process.pid}`);
  });

  it('may be the folder of the emulators itself', async () => {
    const emulators = await startEmbeddedCloud({ folder: data });
    await emulators.close();
    await (await findCloud(data, {})).close();
  });
});
