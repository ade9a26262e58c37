import { DatabaseSync } from 'node:sqlite';
import { ServerStartError } from './server-start-error.ts';

/**
 * How hard SQLite works for what was confirmed. All three survive the death of the process
 * (kill -9); only `full` also survives a power cut, at the price of a disk flush per transaction.
 * A power cut may take the newest transactions of `normal`, and damage the file of `off`.
 * https://www.sqlite.org/pragma.html#pragma_synchronous
 */
export type Durability = 'full' | 'normal' | 'off';

/** A database and what is to be in it. */
export interface SqliteFile {
  /** Path of the file, or ':memory:'. */
  readonly file: string;
  /** The server's name for the message of a failure, as in `Pub/Sub`. */
  readonly what: string;
  readonly durability: Durability;
  /** The statements that lay out a new file; they may rely on foreign keys being enforced. */
  readonly schema: string;
  /** From 1; a file of another version is refused unless `upgrades` lead to this one. */
  readonly schemaVersion: number;
  /** By the version they start from: the statements that make a file of it one of the next. */
  readonly upgrades?: Readonly<Record<number, string>>;
}

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Opens (and, when new, lays out) the database of a server. It stays locked until closed: a second
 * server on the same file would hand out the same messages and commit times, and is refused here
 * instead of in the middle of a request.
 * @throws ServerStartError `database-in-use` or `database-unusable`
 */
export function openSqliteFile(wanted: SqliteFile): DatabaseSync {
  const { file, what, durability } = wanted;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${durability};
    `);
    layOut(database, wanted);
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof ServerStartError) throw cause;
    if (isSqliteBusy(cause)) {
      const message = `${what}: ${file} is in use by another server. Stop that one or choose another file.`;
      throw new ServerStartError('database-in-use', message, { cause });
    }
    const message = `${what}: cannot open the database ${file} (${String(cause)}). Check that its folder exists and is writable, or choose another file.`;
    throw new ServerStartError('database-unusable', message, { cause });
  }
}

function layOut(
  database: DatabaseSync,
  { file, what, schema, schemaVersion, upgrades = {} }: SqliteFile,
): void {
  // The transaction takes the exclusive lock, also when there is nothing to lay out.
  inTransaction(database, () => {
    let version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version === schemaVersion) return;
    if (version === 0) {
      database.exec(schema);
      version = schemaVersion;
    }
    for (let step = upgrades[version]; step !== undefined; step = upgrades[version]) {
      database.exec(step);
      version += 1;
    }
    if (version !== schemaVersion) {
      const message = `${what}: ${file} has layout ${version}, this release reads layout ${schemaVersion}. Use the release that wrote it, or another file.`;
      throw new ServerStartError('database-unusable', message);
    }
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
  });
}

/** Runs `work` as one transaction: committed when it returns, undone when it throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Whether SQLite refused because another connection holds the lock. */
export function isSqliteBusy(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'errcode' in error &&
    error.errcode === SQLITE_BUSY
  );
}
