import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** The prepared statements of the document store. */
export type DocumentStatements = ReturnType<typeof documentStatements>;

const VERSION = 'name, created_us, updated_us';
const AT_TIME = 'updated_us <= ? AND gone_us > ?';

/** Prepares every statement once; the database must have its tables. */
export function documentStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => database.prepare(sql);
  return {
    newest: prepare(`
      SELECT max(
        coalesce((SELECT max(updated_us) FROM docs), 0),
        coalesce((SELECT max(gone_us) FROM history), 0)
      ) AS newest`),

    version: prepare(`SELECT ${VERSION} FROM docs WHERE name = ?`),
    data: prepare('SELECT data FROM docs WHERE name = ?'),
    collection: prepare(`SELECT ${VERSION} FROM docs WHERE collection_id = ? AND parent = ?`),
    collections: prepare(`SELECT ${VERSION} FROM docs WHERE collection_id = ?`),
    group: prepare(
      `SELECT ${VERSION} FROM docs WHERE collection_id = ? AND name >= ? AND name < ?`,
    ),
    below: prepare(`SELECT ${VERSION} FROM docs WHERE name >= ? AND name < ?`),
    namesBelow: prepare('SELECT name FROM docs WHERE name >= ? AND name < ? ORDER BY name'),

    oldVersion: prepare(`SELECT * FROM history WHERE name = ? AND ${AT_TIME} LIMIT 1`),
    oldCollection: prepare(
      `SELECT * FROM history WHERE collection_id = ? AND parent = ? AND ${AT_TIME}`,
    ),
    oldGroup: prepare(
      `SELECT * FROM history WHERE collection_id = ? AND name >= ? AND name < ? AND ${AT_TIME}`,
    ),
    oldBelow: prepare(`SELECT * FROM history WHERE name >= ? AND name < ? AND ${AT_TIME}`),

    put: prepare(`
      INSERT INTO docs (name, parent, collection_id, created_us, updated_us, data)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET updated_us = excluded.updated_us, data = excluded.data`),
    remove: prepare('DELETE FROM docs WHERE name = ?'),
    archive: prepare(`
      INSERT INTO history (name, parent, collection_id, created_us, updated_us, gone_us, data)
      SELECT name, parent, collection_id, created_us, updated_us, ?, data FROM docs WHERE name = ?`),
    forget: prepare('DELETE FROM history WHERE gone_us < ?'),
  };
}
