import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Storage } from '@google-cloud/storage';
import { startObjectStore } from '@dossier/embedded';
import { eventually } from '../../support/eventually.ts';
import { storageClient } from './object-store-client.ts';

const REGISTER = new URL('../../../tools/register.mjs', import.meta.url).href;
const PROCESS = fileURLToPath(new URL('./object-store-process.ts', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'object-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function startProcess(
  database: string,
  port = '0',
): Promise<{ child: ChildProcess; endpoint: string }> {
  const args = ['--import', REGISTER, PROCESS, database, port];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const endpoint of createInterface({ input: child.stdout })) return { child, endpoint };
  throw new Error('the store ended before it was listening');
}

describe('durability', () => {
  it('keeps every upload that was answered when the process is killed in the middle', async () => {
    const database = join(folder, 'storage.sqlite');
    const { child, endpoint } = await startProcess(database);
    await storageClient(endpoint).createBucket('kept-reports');
    const bucket = storageClient(endpoint).bucket('kept-reports');
    const confirmed = new Set<string>();
    const writer = async (worker: number): Promise<void> => {
      for (let number = 0; ; number++) {
        const name = `${worker}/${number}`;
        await bucket.file(name).save(name, { resumable: number % 2 === 0 });
        confirmed.add(name);
        if (confirmed.size === 40) child.kill('SIGKILL');
      }
    };
    await Promise.allSettled([1, 2, 3, 4].map(writer));
    await (child.signalCode === null ? once(child, 'exit') : undefined);
    expect(child.signalCode).toBe('SIGKILL');

    const store = await startObjectStore({ database });
    try {
      const [files] = await storageClient(store.endpoint).bucket('kept-reports').getFiles();
      const found = new Set(files.map(({ name }) => name));
      expect([...confirmed].filter((name) => !found.has(name))).toEqual([]);
      for (const file of files) expect((await file.download())[0].toString()).toBe(file.name);
    } finally {
      await store.close();
    }
  });

  it('goes on with an upload session after a restart', async () => {
    const database = join(folder, 'storage.sqlite');
    const part = Buffer.alloc(256 * 1024, 'a');
    const first = await startObjectStore({ database });
    await storageClient(first.endpoint).createBucket('sessions');
    const [uri] = await storageClient(first.endpoint)
      .bucket('sessions')
      .file('large')
      .createResumableUpload({ preconditionOpts: { ifGenerationMatch: 0 } });
    const range = { 'content-range': `bytes 0-${part.length - 1}/*` };
    expect((await fetch(uri, { method: 'PUT', headers: range, body: part })).status).toBe(308);
    await first.close();

    const second = await startObjectStore({ database });
    try {
      const { pathname, search } = new URL(uri);
      const rest = await fetch(`${second.endpoint}${pathname}${search}`, {
        method: 'PUT',
        headers: { 'content-range': `bytes ${part.length}-${part.length}/${part.length + 1}` },
        body: 'b',
      });
      expect(rest.status).toBe(200);
      const file = storageClient(second.endpoint).bucket('sessions').file('large');
      expect((await file.download())[0].toString()).toBe(`${part.toString()}b`);
    } finally {
      await second.close();
    }
  });

  it('lets the real client end an upload that a killed server began', async () => {
    const database = join(folder, 'storage.sqlite');
    const chunkSize = 256 * 1024;
    const bytes = randomBytes(3 * chunkSize + 100);
    const first = await startProcess(database);
    // With the retries that the client has by itself.
    const storage = new Storage({ apiEndpoint: first.endpoint, projectId: 'dossier-test' });
    const [bucket] = await storage.createBucket('uploads');
    const file = bucket.file('大');
    const [uri] = await file.createResumableUpload();
    const stream = file.createWriteStream({
      resumable: true,
      chunkSize,
      uri,
      validation: 'crc32c',
    });
    const failed = once(stream, 'error').then(([error]) => Promise.reject(error as Error));
    stream.write(bytes.subarray(0, 2 * chunkSize + 100));
    const received = async () => {
      const query = { 'content-range': 'bytes */*', 'content-length': '0' };
      const { status, headers } = await fetch(uri, { method: 'PUT', headers: query });
      return `${status} ${headers.get('range')}`;
    };
    const halfway = `308 bytes=0-${2 * chunkSize - 1}`;
    await eventually('two chunks are stored', async () => (await received()) === halfway);
    const gone = once(first.child, 'exit');
    first.child.kill('SIGKILL');
    await gone;

    const second = await startProcess(database, new URL(first.endpoint).port);
    try {
      expect(await received()).toBe(halfway);
      stream.end(bytes.subarray(2 * chunkSize + 100));
      await Promise.race([once(stream, 'finish'), failed]);
      expect((await file.download())[0].equals(bytes)).toBe(true);
    } finally {
      second.child.kill('SIGKILL');
    }
  });

  it('lets one store at a time use a file, and one a port', async () => {
    const database = join(folder, 'storage.sqlite');
    const store = await startObjectStore({ database });
    try {
      await expect(startObjectStore({ database })).rejects.toMatchObject({
        code: 'database-in-use',
      });
      await expect(startObjectStore({ port: store.port })).rejects.toMatchObject({
        name: 'ServerStartError',
        code: 'port-taken',
        port: store.port,
      });
      await expect(
        startObjectStore({ database: join(folder, 'absent', 'x.sqlite') }),
      ).rejects.toMatchObject({ code: 'database-unusable' });
    } finally {
      await store.close();
    }
    await (await startObjectStore({ database })).close();
  });

  it('gives a new generation after deletion and restart', async () => {
    const database = join(folder, 'storage.sqlite');
    const write = async (create: boolean): Promise<number> => {
      const store = await startObjectStore({ database });
      try {
        const bucket = storageClient(store.endpoint).bucket('generations');
        if (create) await bucket.create();
        const file = bucket.file('x');
        await file.save('x', { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } });
        const [{ generation }] = await file.getMetadata();
        await file.delete();
        return Number(generation);
      } finally {
        await store.close();
      }
    };
    const before = await write(true);
    expect(await write(false)).toBeGreaterThan(before);
  });
});
