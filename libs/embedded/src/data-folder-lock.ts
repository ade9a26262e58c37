import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqliteBusy } from './sqlite-file.ts';

/** Another process serves this data folder. Two would hand out the same messages. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
  /** Absolute path. */
  readonly folder: string;
  /** The other process's id as text; undefined while it starts or ends. */
  readonly owner: string | undefined;

  constructor(folder: string, owner: string | undefined, cause: unknown) {
    const who = owner === undefined ? 'another process' : `process ${owner}`;
    super(`${folder} is in use by ${who}. Stop it first, or choose another data folder.`, {
      cause,
    });
    this.folder = folder;
    this.owner = owner;
  }
}

/** The data folder cannot be made or written. */
export class DataFolderUnusable extends Error {
  override readonly name = 'DataFolderUnusable';

  constructor(folder: string, cause: unknown) {
    super(
      `${folder} cannot be used (${String(cause)}). Choose a data folder that can be written.`,
      {
        cause,
      },
    );
  }
}

/**
 * The right to serve a data folder: an exclusive SQLite transaction that stays open. The operating
 * system ends it when the process dies, however it dies, so there is never a stale lock to remove.
 */
export class DataFolderLock {
  readonly #database: DatabaseSync;
  readonly #ownerFile: string;

  private constructor(database: DatabaseSync, ownerFile: string) {
    this.#database = database;
    this.#ownerFile = ownerFile;
  }

  /**
   * Creates the folder when it is missing.
   * @throws DataFolderInUse while another lock is held, DataFolderUnusable when it cannot be written.
   */
  static async acquire(folder: string): Promise<DataFolderLock> {
    const path = resolve(folder);
    // Only for the message of a refused process; the lock itself is the transaction.
    const ownerFile = join(path, 'owner.pid');
    let database: DatabaseSync | undefined;
    try {
      await mkdir(path, { recursive: true });
      database = new DatabaseSync(join(path, 'lock.sqlite'));
      database.exec('BEGIN EXCLUSIVE');
      await writeFile(ownerFile, `${process.pid}\n`);
      return new DataFolderLock(database, ownerFile);
    } catch (cause) {
      database?.close();
      if (isSqliteBusy(cause)) throw new DataFolderInUse(path, await readOwner(ownerFile), cause);
      throw new DataFolderUnusable(path, cause);
    }
  }

  /** Lets the next process in. */
  async close(): Promise<void> {
    await rm(this.#ownerFile, { force: true });
    this.#database.close();
  }
}

async function readOwner(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
