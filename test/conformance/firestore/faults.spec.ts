import { status } from '@grpc/grpc-js';
import type { DocumentReference, Firestore } from '@google-cloud/firestore';
import { answerLost, refused, type FaultPlan } from '../../faults/proxy/fault.ts';
import { startProxy } from '../../faults/proxy/start-proxy.ts';
import { commitFactsOf } from '../../faults/proxy/wire-messages.ts';
import {
  aCollection,
  clientOf,
  failuresOf,
  numberAt,
  seed,
  startFirestoreUnderTest,
} from './firestore-under-test.ts';

const COUNT = 20;

/** A client that reaches its server through a proxy with this plan. */
async function startDisturbed(plan: FaultPlan) {
  const underTest = await startFirestoreUnderTest();
  const proxy = await startProxy('firestore', underTest.server.address, plan);
  const db = clientOf(proxy.address);
  return {
    db,
    aCollection: () => aCollection(db),
    async close() {
      await db.terminate();
      await proxy.close();
      await underTest.close();
    },
  };
}

describe('when the first reply to a commit is lost', () => {
  let firestore: Awaited<ReturnType<typeof startDisturbed>>;
  const answered = new Set<string>();
  beforeAll(async () => {
    firestore = await startDisturbed({
      unary: (call) => {
        const key = commitFactsOf(call)?.documents.find((name) => name.includes('/fragile-'));
        if (key === undefined || answered.has(key)) return undefined;
        answered.add(key);
        return answerLost(status.UNAVAILABLE);
      },
    });
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

describe('when every other transaction is aborted', () => {
  it('the client runs them again until each has counted once', async () => {
    let turn = 0;
    const firestore = await startDisturbed({
      unary: (call) => {
        if (commitFactsOf(call)?.endsTransaction !== true) return undefined;
        turn += 1;
        return turn % 2 === 1 ? refused(status.ABORTED) : undefined;
      },
    });
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
