import {
  FieldPath,
  GeoPoint,
  Timestamp,
  type CollectionReference,
  type Query,
  QueryDocumentSnapshot,
} from '@google-cloud/firestore';
import {
  drained,
  idsOf,
  seed,
  startFirestoreUnderTest,
  type FirestoreUnderTest,
} from './firestore-under-test.ts';

let firestore: FirestoreUnderTest;
let collection: CollectionReference;
beforeAll(async () => {
  firestore = await startFirestoreUnderTest();
  collection = firestore.aCollection();
  await seed(collection, {
    a: { n: 1, s: 'x', m: { lang: 'ja' } },
    b: { n: 2, s: 'y' },
    c: { n: 3.5, s: 'x' },
    d: { n: '2', s: 'z' },
    e: { s: 'y', n: 5 },
    f: { s: null },
  });
});
afterAll(() => firestore.close());

const name = FieldPath.documentId();

describe('query results', () => {
  it.each<[string, (from: Query) => Query, string[]]>([
    ['leave out documents without the field', (q) => q.orderBy('n'), ['a', 'b', 'c', 'e', 'd']],
    [
      'sort by two fields in their directions',
      (q) => q.orderBy('s', 'desc').orderBy('n', 'asc'),
      ['d', 'b', 'e', 'a', 'c'],
    ],
    [
      'are filtered, sorted and limited',
      (q) => q.where('s', '==', 'x').orderBy('n', 'desc').limit(1),
      ['c'],
    ],
    ['can be limited to the last', (q) => q.orderBy('n').limitToLast(2), ['e', 'd']],
    ['skip an offset before the limit', (q) => q.orderBy('n').offset(1).limit(2), ['b', 'c']],
    ['start after a value', (q) => q.orderBy('n').startAfter(2), ['c', 'e', 'd']],
    [
      'start at one value and end before another',
      (q) => q.orderBy('n').startAt(2).endBefore(5),
      ['b', 'c'],
    ],
    ['start and end downwards', (q) => q.orderBy('n', 'desc').startAt(5).endAt(2), ['e', 'c', 'b']],
    ['start and end by id', (q) => q.orderBy(name).startAt('b').endAt('d'), ['b', 'c', 'd']],
    ['sort by id downwards', (q) => q.orderBy(name, 'desc').limit(2), ['f', 'e']],
  ])('%s', async (_, build, expected) => {
    expect(idsOf(await build(collection).get())).toEqual(expected);
  });

  it('come after numeric ids that bound them, whatever their first character', async () => {
    const ids = firestore.aCollection();
    await seed(ids, { '0': {}, Z: {}, a: {} });
    const byName = ids.orderBy(name);
    const after = ['__id-9223372036854775808__', '__id9223372036854775807__'].flatMap((id) => [
      ids.where(name, '>', id),
      byName.startAfter(id),
    ]);
    for (const query of after) expect(idsOf(await query.get())).toEqual(['0', 'Z', 'a']);
    expect((await ids.where(name, '<', '__id9223372036854775807__').get()).size).toBe(0);
    expect((await byName.endAt('__id9223372036854775807__').get()).size).toBe(0);
  });

  it('come once each when paged by the last document', async () => {
    const many = firestore.aCollection();
    const ids = Array.from({ length: 25 }, (_, i) => `k${i}`);
    await seed(many, Object.fromEntries(ids.map((id, i) => [id, { g: i % 3 }])));
    const seen: string[] = [];
    let last: QueryDocumentSnapshot | undefined;
    for (;;) {
      const query = many.orderBy('g').limit(7);
      const page = await (last ? query.startAfter(last) : query).get();
      if (page.empty) break;
      seen.push(...idsOf(page));
      last = page.docs.at(-1);
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  it('carry only the selected fields', async () => {
    const one = await collection.where('s', '==', 'z').select('n', 'm.lang').get();
    expect(one.docs.map((document) => document.data())).toEqual([{ n: '2' }]);
    const nested = await collection.where('n', '==', 1).select('m.lang').get();
    expect(nested.docs.map((document) => document.data())).toEqual([{ m: { lang: 'ja' } }]);
  });

  it('carry no fields when only ids are selected', async () => {
    const { docs } = await collection.limit(1).select().get();
    expect(docs.map((document) => [document.id, document.data()])).toEqual([['a', {}]]);
  });

  it('sort values of all types in Firestore’s order', async () => {
    const mixed = firestore.aCollection();
    const ascending = {
      z: null,
      y: false,
      x: true,
      w: NaN,
      v: 1,
      u: new Timestamp(5, 0),
      t: 'str',
      s: Buffer.from('a'),
      r: firestore.db.doc('a/b'),
      q: new GeoPoint(1, 1),
      p: [1],
      o: { a: 1 },
    };
    const documents = Object.entries(ascending).map(([id, v]) => [id, { v }]);
    await seed(mixed, Object.fromEntries(documents) as Record<string, { v: unknown }>);
    expect(idsOf(await mixed.orderBy('v').get())).toEqual(Object.keys(ascending));
  });

  it('sort strings by their UTF-8 bytes, so emoji come after Chinese', async () => {
    const strings = firestore.aCollection();
    await seed(strings, {
      a: { v: '\u{1F600}' },
      b: { v: '\uFF5E' },
      c: { v: '中' },
      d: { v: 'Z' },
      e: { v: 'a' },
    });
    expect(idsOf(await strings.orderBy('v').get())).toEqual(['d', 'e', 'c', 'b', 'a']);
  });

  it('are empty for an empty collection, and never from a subcollection', async () => {
    const parents = firestore.aCollection();
    await parents.doc('p1').collection('kids').doc('k').set({ n: 1 });
    expect((await parents.doc('p1').collection('kids').get()).size).toBe(1);
    expect((await parents.doc('p2').collection('kids').get()).size).toBe(0);
    expect((await parents.get()).size).toBe(0);
  });

  it('come from every collection of a group', async () => {
    const parents = firestore.aCollection();
    const group = `group-${parents.id}`;
    await parents.doc('p1').collection(group).doc('k1').set({ n: 1 });
    await parents.doc('p2').collection(group).doc('k2').set({ n: 2 });
    await firestore.db.collection(group).doc('k0').set({ n: 0 });
    const inGroup = firestore.db.collectionGroup(group);
    expect(idsOf(await inGroup.where('n', '>=', 1).get())).toEqual(['k1', 'k2']);
    expect((await inGroup.get()).size).toBe(3);
  });

  it('can be streamed', async () => {
    const streamed = await drained(collection.where('s', '==', 'x').stream());
    const ids = streamed.map(
      (document) => document instanceof QueryDocumentSnapshot && document.id,
    );
    expect(ids).toEqual(['a', 'c']);
  });

  it('are explained: the index that they used and how many documents they looked at', async () => {
    const query = collection.where('s', '==', 'x');
    const { metrics, snapshot } = await query.explain({ analyze: true });
    expect(snapshot?.size).toBe(2);
    expect(metrics.executionStats?.resultsReturned).toBe(2);
    expect(metrics.executionStats?.debugStats).toEqual({ documents_scanned: '2' });
    const index = { query_scope: 'Collection', properties: '(s ASC, __name__ ASC)' };
    expect(metrics.planSummary.indexesUsed).toEqual([index]);
    const plan = await query.explain();
    expect([plan.snapshot, plan.metrics.planSummary.indexesUsed]).toEqual([null, [index]]);
    const counted = await query.count().explain({ analyze: true });
    expect(counted.snapshot?.data().count).toBe(2);
  });
});
