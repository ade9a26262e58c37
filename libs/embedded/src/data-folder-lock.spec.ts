import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolderInUse, DataFolderLock, DataFolderUnusable } from './data-folder-lock.ts';

const REGISTER = new URL('../../../tools/register.mjs', import.meta.url).href;
const LOCK = new URL('./data-folder-lock.ts', import.meta.url).href;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('DataFolderLock', () => {
  it('creates the folder, and lets in one owner after the other', async () => {
    const nested = join(folder, 'a', 'b');
    const first = await DataFolderLock.acquire(nested);
    await expect(DataFolderLock.acquire(nested)).rejects.toThrow(DataFolderInUse);
    await first.close();
    const second = await DataFolderLock.acquire(nested);
    await second.close();
  });

  it('names the owner and the way out', async () => {
    const lock = await DataFolderLock.acquire(folder);
    try {
      await expect(DataFolderLock.acquire(folder)).rejects.toMatchObject({
        message: `${folder} is in use by process ${process.pid}. Stop it first, or choose another data folder.`,
        owner: String(process.pid),
      });
    } finally {
      await lock.close();
    }
  });

  it('says that a folder cannot be used when a file stands in its place', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(DataFolderLock.acquire(file)).rejects.toThrow(DataFolderUnusable);
  });

  it('is held by another process until that is killed, and free right after', async () => {
    const program = `
      const { DataFolderLock } = await import(process.argv[1]);
      await DataFolderLock.acquire(process.argv[2]);
      console.log('locked');
      setInterval(() => {}, 1000);
    `;
    const child = spawn(
      process.execPath,
      ['--import', REGISTER, '--input-type=module', '-e', program, LOCK, folder],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    await expect(DataFolderLock.acquire(folder)).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = await DataFolderLock.acquire(folder);
    await lock.close();
  });
});
