import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { loadFirestoreProtocol } from '../protocol/firestore-protocol.ts';
import { runQuery } from '../queries/query-runner.ts';
import { DocumentCodec } from './document-codec.ts';
import { openDocumentDatabase } from './document-database.ts';
import { DocumentStore } from './document-store.ts';

const ROOT = 'projects/p/databases/d/documents';

describe('openDocumentDatabase', () => {
  it('gives indexes to a file of the layout that had none, and keeps its documents', () => {
    const folder = mkdtempSync(join(tmpdir(), 'layout-1-'));
    const file = join(folder, 'firestore.sqlite');
    const codec = new DocumentCodec(loadFirestoreProtocol().documentType);
    try {
      const first = new DocumentStore(openDocumentDatabase(file, 'off'), codec);
      first.transact(() => {
        for (let n = 0; n < 50; n++) {
          first.put(`${ROOT}/c/d${n}`, { n: { integerValue: String(n) } }, 1);
        }
      });
      first.close();
      const older = new DatabaseSync(file);
      older.exec('DROP TABLE index_rows; DROP TABLE indexes; PRAGMA user_version = 1');
      older.close();

      const upgraded = new DocumentStore(openDocumentDatabase(file, 'off'), codec);
      const orderBy = [{ field: { fieldPath: 'n' }, direction: 'DESCENDING' }];
      const query = { from: [{ collectionId: 'c' }], orderBy, limit: { value: 2 } };
      const { documents, scanned } = runQuery(upgraded, { parent: ROOT, query });
      expect(documents.map(({ name }) => name)).toEqual([`${ROOT}/c/d49`, `${ROOT}/c/d48`]);
      expect(scanned).toBe(2);
      upgraded.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
