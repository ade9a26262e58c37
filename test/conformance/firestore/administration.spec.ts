import { seed, startFirestoreUnderTest, type FirestoreUnderTest } from './firestore-under-test.ts';

let firestore: FirestoreUnderTest;
beforeAll(async () => {
  firestore = await startFirestoreUnderTest();
});
afterAll(() => firestore.close());

describe('administration', () => {
  it('keeps projects and named databases apart', async () => {
    const document = firestore.aCollection().doc('a');
    await document.set({ n: 1 });
    const elsewhere = [
      firestore.newClient({ projectId: 'other-project' }),
      firestore.newClient({ databaseId: 'second' }),
    ];
    const snapshots = await Promise.all(elsewhere.map((db) => db.doc(document.path).get()));
    expect(snapshots.map(({ exists }) => exists)).toEqual([false, false]);
  });

  it('deletes a document with everything below it, and nothing beside it', async () => {
    const collection = firestore.aCollection();
    const below = collection.doc('p').collection('k').doc('a');
    const deeper = below.collection('kk').doc('b');
    const beside = collection.doc('p2');
    for (const document of [collection.doc('p'), below, deeper, beside]) await document.set({});
    await firestore.db.recursiveDelete(collection.doc('p'));
    const all = await firestore.db.getAll(collection.doc('p'), below, deeper, beside);
    expect(all.map(({ exists }) => exists)).toEqual([false, false, false, true]);
  });

  it('deletes a collection', async () => {
    const collection = firestore.aCollection();
    await seed(collection, { a: { n: 1 }, b: { n: 2 }, c: { s: 'x' } });
    await firestore.db.recursiveDelete(collection);
    expect((await collection.get()).size).toBe(0);
  });

  it('deletes a collection of 200 automatic ids and all below it, and no collection beside it', async () => {
    const collection = firestore.aCollection();
    const beside = [`${collection.id}-`, `${collection.id}0`].map((id) =>
      firestore.db.doc(`${id}/Z`),
    );
    const batch = firestore.db.batch();
    for (const document of beside) batch.set(document, {});
    const group = firestore.aCollection().id;
    for (let i = 0; i < 200; i++) {
      const document = collection.doc();
      batch.set(document, {});
      if (i % 10 === 0) batch.set(document.collection(group).doc(), {});
      if (i % 10 === 0) batch.set(document.collection('k').doc().collection(group).doc(), {});
    }
    await batch.commit();
    expect((await firestore.db.collectionGroup(group).get()).size).toBe(40);

    await firestore.db.recursiveDelete(collection);

    expect(await collection.listDocuments()).toHaveLength(0);
    expect((await firestore.db.collectionGroup(group).get()).size).toBe(0);
    const left = await firestore.db.getAll(...beside);
    expect(left.map(({ exists }) => exists)).toEqual([true, true]);
  });

  it('returns a collection of 2,000 documents', async () => {
    const collection = firestore.aCollection();
    for (let k = 0; k < 4; k++) {
      const documents = Array.from({ length: 500 }, (_, i) => {
        return [`d${k}-${i}`, { i, t: 'text '.repeat(20) }] as const;
      });
      await seed(collection, Object.fromEntries(documents));
    }
    expect((await collection.get()).size).toBe(2000);
  });

  it('takes ids in Chinese, with spaces, dots and signs, and of 1,000 characters', async () => {
    const collection = firestore.aCollection();
    const ids = ['研究-1', 'a b', 'x.y', 'q'.repeat(1000), 'U1234:run#7'];
    for (const id of ids) await collection.doc(id).set({ id });
    const snapshots = await firestore.db.getAll(...ids.map((id) => collection.doc(id)));
    expect(snapshots.map((snapshot) => snapshot.get('id') as unknown)).toEqual(ids);
    expect((await collection.get()).size).toBe(5);
  });
});
