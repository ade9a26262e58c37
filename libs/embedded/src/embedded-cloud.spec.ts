import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolderInUse } from './data-folder-lock.ts';
import { EmbeddedCloudStartError, startEmbeddedCloud } from './embedded-cloud.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-cloud-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function occupyPort(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

describe('startEmbeddedCloud', () => {
  it('keeps one file per server in the folder, and closes more than once', async () => {
    const cloud = await startEmbeddedCloud({ folder: join(folder, 'data') });
    await expect(startEmbeddedCloud({ folder: join(folder, 'data') })).rejects.toThrow(
      DataFolderInUse,
    );
    await cloud.close();
    await cloud.close();
    const files = await readdir(join(folder, 'data'));
    expect(files).toEqual(
      expect.arrayContaining(['firestore.sqlite', 'pubsub.sqlite', 'storage.sqlite']),
    );
  });

  it('names the addresses that the clients read from the environment', async () => {
    const cloud = await startEmbeddedCloud();
    try {
      expect(cloud.environment).toEqual({
        PUBSUB_EMULATOR_HOST: `127.0.0.1:${cloud.pubsub.port}`,
        FIRESTORE_EMULATOR_HOST: `127.0.0.1:${cloud.firestore.port}`,
        STORAGE_EMULATOR_HOST: `http://127.0.0.1:${cloud.storage.port}`,
        GOOGLE_CLOUD_PROJECT: 'dossier-local',
        METADATA_SERVER_DETECTION: 'none',
      });
    } finally {
      await cloud.close();
    }
  });

  it('leaves nothing running, and the folder free, when one server cannot start', async () => {
    const first = await startEmbeddedCloud({ folder });
    const { pubsub, firestore } = first;
    await first.close();
    const ports = { pubsub: pubsub.port, firestore: firestore.port };
    const { server, port } = await occupyPort();
    try {
      const failed = startEmbeddedCloud({ folder, ports: { ...ports, storage: port } });
      await expect(failed).rejects.toThrow(EmbeddedCloudStartError);
      await expect(failed).rejects.toMatchObject({
        server: 'storage',
        cause: { name: 'ServerStartError', code: 'port-taken', port },
      });
    } finally {
      server.close();
    }
    const again = await startEmbeddedCloud({ folder, ports });
    expect(again.pubsub.port).toBe(ports.pubsub);
    await again.close();
  });

  it('hands on what the servers notice, with the name of the server', async () => {
    const seen: string[] = [];
    const cloud = await startEmbeddedCloud({
      log: ({ server, level, message }) => seen.push(`${server} ${level} ${message}`),
    });
    try {
      await fetch(`${cloud.storage.endpoint}/storage/v1/b/absent`);
      expect(seen).toContain('storage debug GET /storage/v1/b/absent 404');
    } finally {
      await cloud.close();
    }
  });
});
