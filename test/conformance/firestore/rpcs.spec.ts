import { status } from '@grpc/grpc-js';
import type { FirestoreOptions } from '@dossier/embedded';
import { startFirestoreUnderTest, type FirestoreUnderTest } from './firestore-under-test.ts';

type LogEntry = Parameters<NonNullable<FirestoreOptions['log']>>[0];

const entries: LogEntry[] = [];
let firestore: FirestoreUnderTest;
beforeAll(async () => {
  firestore = await startFirestoreUnderTest({ log: (entry) => entries.push(entry) });
});
afterAll(() => firestore.close());

async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
  entries.length = 0;
  await work();
  return entries.map(({ rpc, transaction }) => `${rpc} ${transaction}`);
}

describe('the log of RPCs', () => {
  it('shows that a transaction costs one call per read and one to commit', async () => {
    const document = firestore.aCollection().doc('a');
    await document.set({ n: 1 });
    const readAndWrite = () =>
      firestore.db.runTransaction(async (transaction) => {
        await transaction.get(document);
        transaction.update(document, { n: 2 });
      });
    expect(await callsOf(readAndWrite)).toEqual(['BatchGetDocuments begun', 'Commit continued']);
  });

  it('shows that a transaction that only writes costs one call', async () => {
    const write = () =>
      firestore.db.runTransaction((transaction) => {
        transaction.set(firestore.aCollection().doc('a'), { n: 1 });
        return Promise.resolve();
      });
    expect(await callsOf(write)).toEqual(['Commit none']);
  });

  it('says how long a call took and why it failed', async () => {
    await firestore.db.doc('c/missing').delete();
    await callsOf(() =>
      firestore.db
        .doc('c/missing')
        .update({ n: 1 })
        .catch(() => undefined),
    );
    expect(entries).toEqual([
      {
        rpc: 'Commit',
        transaction: 'none',
        code: status.NOT_FOUND,
        details: expect.stringContaining('c/missing') as string,
        durationMs: expect.any(Number) as number,
      },
    ]);
  });
});
