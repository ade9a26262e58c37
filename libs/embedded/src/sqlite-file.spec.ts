import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerStartError } from './server-start-error.ts';
import { inTransaction, openSqliteFile, type SqliteFile } from './sqlite-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-file-'));
  file = join(folder, 'shelf.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const SCHEMA = `
  CREATE TABLE shelves (id INTEGER PRIMARY KEY);
  CREATE TABLE books (shelf INTEGER NOT NULL REFERENCES shelves (id) ON DELETE CASCADE);
`;
const open = (change: Partial<SqliteFile> = {}) =>
  openSqliteFile({
    file,
    what: 'Shelf',
    durability: 'full',
    schema: SCHEMA,
    schemaVersion: 1,
    ...change,
  });

function failureOf(change: Partial<SqliteFile> = {}): ServerStartError {
  try {
    open(change).close();
  } catch (error) {
    if (error instanceof ServerStartError) return error;
    throw error;
  }
  throw new Error('the file was opened');
}

describe('openSqliteFile', () => {
  it('lays out a new file, and finds what was stored when it opens the file again', () => {
    const first = open();
    first.exec('INSERT INTO shelves VALUES (7)');
    first.close();
    const again = open();
    expect(again.prepare('SELECT id FROM shelves').get()).toEqual({ id: 7 });
    again.close();
  });

  it.each([
    ['new', () => {}],
    ['laid out before', () => open().close()],
  ])('lets in one at a time, though nothing has been written: a file %s', (_, prepare) => {
    prepare();
    const first = open();
    const refused = failureOf();
    expect(refused.code).toBe('database-in-use');
    expect(refused.message).toBe(
      `Shelf: ${file} is in use by another server. Stop that one or choose another file.`,
    );
    first.close();
    open().close();
  });

  it('refuses a file of another layout, and leaves that as it was', () => {
    open({ schemaVersion: 2 }).close();
    const refused = failureOf();
    expect(refused.code).toBe('database-unusable');
    expect(refused.message).toContain(`${file} has layout 2, this release reads layout 1.`);
    open({ schemaVersion: 2 }).close();
  });

  it('brings a file of an older layout to this one, step by step and all or nothing', () => {
    const older = open();
    older.exec('INSERT INTO shelves VALUES (7)');
    older.close();
    const upgrades = {
      1: 'ALTER TABLE shelves ADD COLUMN room TEXT',
      2: "UPDATE shelves SET room = 'hall'",
    };
    const broken = { ...upgrades, 2: 'UPDATE nothing SET room = 1' };
    expect(failureOf({ schemaVersion: 3, upgrades: broken }).code).toBe('database-unusable');
    const newer = open({ schemaVersion: 3, upgrades });
    expect(newer.prepare('SELECT * FROM shelves').all()).toEqual([{ id: 7, room: 'hall' }]);
    newer.close();
    expect(failureOf({ schemaVersion: 2, upgrades: {} }).message).toContain('has layout 3');
    open({ schemaVersion: 3 }).close();
  });

  it('refuses a file that is no database, and one in a folder that is missing', () => {
    writeFileSync(file, 'a letter, and not a database at all');
    for (const path of [file, join(folder, 'missing', 'x.sqlite')]) {
      const refused = failureOf({ file: path });
      expect(refused.code).toBe('database-unusable');
      expect(refused.message).toContain(`Shelf: cannot open the database ${path} (`);
      expect(refused.cause).toMatchObject({ code: 'ERR_SQLITE_ERROR' });
    }
  });

  it('leaves a file that it could not lay out empty, and free', () => {
    const refused = failureOf({ schema: `${SCHEMA} CREATE TABLE books (id INTEGER);` });
    expect(refused.code).toBe('database-unusable');
    open().close();
  });

  // https://www.sqlite.org/pragma.html#pragma_synchronous
  it.each([
    ['off', 0],
    ['normal', 1],
    ['full', 2],
  ] as const)('asks SQLite for the durability %s', (durability, synchronous) => {
    const database = open({ durability });
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous });
    database.close();
  });

  it('enforces foreign keys', () => {
    const database = open({ file: ':memory:' });
    expect(() => database.exec('INSERT INTO books VALUES (1)')).toThrow('FOREIGN KEY');
    database.exec('INSERT INTO shelves VALUES (1); INSERT INTO books VALUES (1)');
    database.exec('DELETE FROM shelves');
    expect(database.prepare('SELECT * FROM books').all()).toEqual([]);
    database.close();
  });
});

describe('inTransaction', () => {
  it('keeps all of the work when that returns, and nothing when it throws', () => {
    const database = open({ file: ':memory:' });
    const insert = (id: number) => database.prepare('INSERT INTO shelves VALUES (?)').run(id);
    expect(inTransaction(database, () => insert(1).changes)).toBe(1);
    const failing = () => {
      insert(2);
      throw new Error('boom');
    };
    expect(() => inTransaction(database, failing)).toThrow('boom');
    expect(database.isTransaction).toBe(false);
    expect(database.prepare('SELECT id FROM shelves').all()).toEqual([{ id: 1 }]);
    database.close();
  });
});
