import { status } from '@grpc/grpc-js';
import type { DocumentReference, Firestore } from '@google-cloud/firestore';
import {
  failuresOf,
  numberAt,
  seed,
  startFirestoreUnderTest,
  type FirestoreUnderTest,
} from './firestore-under-test.ts';

const COUNT = 20;

describe('when the first reply to a commit is lost', () => {
  let firestore: FirestoreUnderTest;
  const answered = new Set<string>();
  beforeAll(async () => {
    const loseReply = ({ documents }: { readonly documents: readonly string[] }) => {
      const key = documents.find((name) => name.includes('/fragile-'));
      if (key === undefined || answered.has(key)) return false;
      answered.add(key);
      return true;
    };
    firestore = await startFirestoreUnderTest({ faults: { loseReply } });
  });
  afterAll(() => firestore.close());

  const fragileDocuments = (): DocumentReference[] => {
    const collection = firestore.aCollection();
    return Array.from({ length: COUNT }, (_, i) => collection.doc(`fragile-${i}`));
  };
  const seeded = async (data: object): Promise<DocumentReference[]> => {
    const documents = fragileDocuments();
    const [first] = documents;
    if (first === undefined) throw new Error('documents expected');
    await seed(first.parent, Object.fromEntries(documents.map(({ id }) => [id, data])));
    answered.clear();
    return documents;
  };
  const values = async (documents: readonly DocumentReference[]) => {
    const snapshots = await firestore.db.getAll(...documents);
    return snapshots.map((snapshot) => numberAt(snapshot, 'n'));
  };

  it('a create reports that its own document exists already: an error proves nothing', async () => {
    const documents = fragileDocuments();
    const results = await Promise.allSettled(
      documents.map((document) => document.create({ n: 1 })),
    );
    expect(failuresOf(results)).toHaveLength(COUNT);
    for (const failure of failuresOf(results)) {
      expect(failure).toMatchObject({ code: status.ALREADY_EXISTS });
    }
    expect(await values(documents)).toEqual(documents.map(() => 1));
  });

  it('an unguarded transaction counts twice', async () => {
    const documents = await seeded({ n: 0 });
    await Promise.all(documents.map((document) => addOne(firestore.db, document)));
    expect(await values(documents)).toEqual(documents.map(() => 2));
  });

  it('a transaction guarded by a version counts once', async () => {
    const documents = await seeded({ n: 0, version: 1 });
    const guarded = (document: DocumentReference) =>
      firestore.db.runTransaction(async (transaction) => {
        const snapshot = await transaction.get(document);
        if (numberAt(snapshot, 'version') >= 2) return;
        transaction.update(document, { n: numberAt(snapshot, 'n') + 1, version: 2 });
      });
    await Promise.all(documents.map(guarded));
    expect(await values(documents)).toEqual(documents.map(() => 1));
  });
});

describe('when transactions are aborted at random', () => {
  it('the client runs them again until each has counted once', async () => {
    // 0.1, 0.6, 0.1, …: with this probability every other commit of a transaction fails.
    let turn = 0;
    const random = () => (turn++ % 2 === 0 ? 0.1 : 0.6);
    const firestore = await startFirestoreUnderTest({ faults: { abortTransaction: 0.3, random } });
    const collection = firestore.aCollection();
    const documents = ['a', 'b', 'c', 'd'].map((id) => collection.doc(id));
    await seed(collection, Object.fromEntries(documents.map(({ id }) => [id, { n: 0 }])));
    await Promise.all(documents.map((document) => addOne(firestore.db, document)));
    const snapshots = await firestore.db.getAll(...documents);
    expect(snapshots.map((snapshot) => numberAt(snapshot, 'n'))).toEqual([1, 1, 1, 1]);
    expect(turn).toBeGreaterThan(documents.length);
    await firestore.close();
  });
});

function addOne(db: Firestore, document: DocumentReference): Promise<void> {
  return db.runTransaction(async (transaction) => {
    const snapshot = await transaction.get(document);
    transaction.update(document, { n: numberAt(snapshot, 'n') + 1 });
  });
}
