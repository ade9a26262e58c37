import { status } from '@grpc/grpc-js';
import { seed, startFirestoreUnderTest, type FirestoreUnderTest } from './firestore-under-test.ts';

let firestore: FirestoreUnderTest;
beforeAll(async () => {
  firestore = await startFirestoreUnderTest();
});
afterAll(() => firestore.close());

describe('batches', () => {
  it('apply nothing when one precondition fails', async () => {
    const collection = firestore.aCollection();
    await collection.doc('b').set({ n: 1 });
    const batch = firestore.db.batch();
    batch.set(collection.doc('a'), { n: 1 });
    batch.create(collection.doc('b'), { n: 2 });
    await expect(batch.commit()).rejects.toMatchObject({ code: status.ALREADY_EXISTS });
    expect((await collection.doc('a').get()).exists).toBe(false);
  });

  it('take 500 writes', async () => {
    const collection = firestore.aCollection();
    await seed(
      collection,
      Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`d${i}`, { i }])),
    );
    expect((await collection.count().get()).data().count).toBe(500);
  });

  it('take 5.3 MiB, which is above the default limit of gRPC', async () => {
    const collection = firestore.aCollection();
    await seed(collection, large(6));
    expect((await collection.get()).size).toBe(6);
  });

  it('refuse more than 10 MiB as invalid, so that the client does not try again', async () => {
    const collection = firestore.aCollection();
    await expect(seed(collection, large(14))).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
    });
    expect((await collection.get()).size).toBe(0);
  });

  it('apply several writes to one document in their order', async () => {
    const document = firestore.aCollection().doc('a');
    const batch = firestore.db.batch();
    batch.create(document, { n: 1 });
    batch.update(document, { m: 2 });
    await batch.commit();
    expect((await document.get()).data()).toEqual({ n: 1, m: 2 });
  });

  it('report the one conflict among 200 bulk writes and apply the others', async () => {
    const collection = firestore.aCollection();
    await collection.doc('d7').set({ n: 1 });
    const writer = firestore.db.bulkWriter();
    const codes: number[] = [];
    writer.onWriteError(({ code }) => {
      codes.push(code);
      return false;
    });
    const writes = Array.from({ length: 200 }, (_, i) =>
      writer.create(collection.doc(`d${i}`), { i }),
    );
    const results = Promise.allSettled(writes);
    await writer.close();
    expect((await results).filter((result) => result.status === 'rejected')).toHaveLength(1);
    expect(codes).toEqual([status.ALREADY_EXISTS]);
    expect((await collection.get()).size).toBe(200);
  });

  it('read many documents in the order asked for, missing ones included, cut to a mask', async () => {
    const collection = firestore.aCollection();
    await seed(collection, { a: { n: 1, m: 1 }, b: { n: 2, m: 2 } });
    const references = ['b', 'zz', 'a'].map((id) => collection.doc(id));
    const snapshots = await firestore.db.getAll(...references, { fieldMask: ['n'] });
    expect(snapshots.map((snapshot) => snapshot.data())).toEqual([{ n: 2 }, undefined, { n: 1 }]);
  });

  it('keep up with 300 parallel single writes', async () => {
    const collection = firestore.aCollection();
    await Promise.all(Array.from({ length: 300 }, (_, i) => collection.doc(`d${i}`).set({ i })));
    expect((await collection.get()).size).toBe(300);
  });
});

function large(count: number): Record<string, { s: string }> {
  const s = 'x'.repeat(900 * 1024);
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`d${i}`, { s }]));
}
