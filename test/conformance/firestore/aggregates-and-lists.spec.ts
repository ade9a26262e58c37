import { AggregateField } from '@google-cloud/firestore';
import { seed, startFirestoreUnderTest, type FirestoreUnderTest } from './firestore-under-test.ts';

let firestore: FirestoreUnderTest;
beforeAll(async () => {
  firestore = await startFirestoreUnderTest();
});
afterAll(() => firestore.close());

const numbers = {
  a: { n: 1, s: 'x' },
  b: { n: 2, s: 'y' },
  c: { n: 3.5, s: 'x' },
  d: { n: '2', s: 'z' },
  e: { n: 5, s: 'y' },
};

describe('aggregations', () => {
  it('count what a filter lets through', async () => {
    const collection = firestore.aCollection();
    await seed(collection, numbers);
    const snapshot = await collection.where('s', '==', 'x').count().get();
    expect(snapshot.data()).toEqual({ count: 2 });
  });

  it('count no further than the limit', async () => {
    const collection = firestore.aCollection();
    await seed(collection, numbers);
    expect((await collection.limit(2).count().get()).data()).toEqual({ count: 2 });
  });

  it('sum and average numbers and leave out everything else', async () => {
    const collection = firestore.aCollection();
    await seed(collection, numbers);
    const query = collection.aggregate({
      sum: AggregateField.sum('n'),
      average: AggregateField.average('n'),
      count: AggregateField.count(),
    });
    expect((await query.get()).data()).toEqual({ sum: 11.5, average: 11.5 / 4, count: 5 });
  });

  it('give null as the average of nothing', async () => {
    const query = firestore.aCollection().aggregate({ average: AggregateField.average('n') });
    expect((await query.get()).data()).toEqual({ average: null });
  });
});

describe('listing', () => {
  it('names the collections of a document', async () => {
    const parent = firestore.aCollection().doc('p');
    await parent.collection('k1').doc('a').set({});
    await parent.collection('k2').doc('a').set({});
    expect((await parent.listCollections()).map(({ id }) => id)).toEqual(['k1', 'k2']);
  });

  it('names the collections at the root', async () => {
    const collection = firestore.aCollection();
    await collection.doc('a').set({});
    expect((await firestore.db.listCollections()).map(({ id }) => id)).toContain(collection.id);
  });

  it('names documents, also those that only have subcollections', async () => {
    const collection = firestore.aCollection();
    await collection.doc('p').collection('k').doc('a').set({});
    await collection.doc('q').set({});
    expect((await collection.listDocuments()).map(({ id }) => id)).toEqual(['p', 'q']);
  });

  it('goes on over several pages', async () => {
    const collection = firestore.aCollection();
    const ids = Array.from({ length: 320 }, (_, i) => `d${String(i).padStart(3, '0')}`);
    await seed(collection, Object.fromEntries(ids.map((id) => [id, {}])));
    expect((await collection.listDocuments()).map(({ id }) => id)).toEqual(ids);
  });

  it('splits a collection group into parts that together are all of it', async () => {
    const parent = firestore.aCollection().doc('p');
    const group = `group-${parent.parent.id}`;
    await parent.collection(group).doc('a').set({});
    const found: string[] = [];
    for await (const part of firestore.db.collectionGroup(group).getPartitions(4)) {
      found.push(...(await part.toQuery().get()).docs.map(({ id }) => id));
    }
    expect(found).toEqual(['a']);
  });
});
