import {
  FieldPath,
  Filter,
  Timestamp,
  type CollectionReference,
  type Query,
} from '@google-cloud/firestore';
import { status } from '@grpc/grpc-js';
import {
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
    a: { n: 1, s: 'x', tags: ['p', 'q'], m: { lang: 'ja' } },
    b: { n: 2, s: 'y', tags: ['q'], m: { lang: 'zh' } },
    c: { n: 3.5, s: 'x', tags: [], m: { lang: 'ja' } },
    d: { n: '2', s: 'z', opt: 1 },
    e: { s: 'y', nul: null, nan: NaN, n: 5 },
  });
});
afterAll(() => firestore.close());

const name = FieldPath.documentId();
const where = (...filter: Parameters<typeof Filter.where>) => Filter.where(...filter);
const or = (...filters: Filter[]) => Filter.or(...filters);
const and = (...filters: Filter[]) => Filter.and(...filters);

describe('query filters', () => {
  it.each<[string, (from: Query) => Query, string[]]>([
    ['equal strings', (q) => q.where('s', '==', 'x'), ['a', 'c']],
    ['equal numbers, integer or double', (q) => q.where('n', '==', 2.0), ['b']],
    ['smaller values of the same type only', (q) => q.where('n', '<', 3), ['a', 'b']],
    ['ranges, in order', (q) => q.where('n', '>=', 2).where('n', '<=', 5), ['b', 'c', 'e']],
    ['other values, missing ones left out', (q) => q.where('s', '!=', 'x'), ['b', 'e', 'd']],
    ['any of several values', (q) => q.where('s', 'in', ['x', 'z']), ['a', 'c', 'd']],
    ['none of several values', (q) => q.where('s', 'not-in', ['x', 'z']), ['b', 'e']],
    ['arrays with a value', (q) => q.where('tags', 'array-contains', 'q'), ['a', 'b']],
    ['arrays with any of values', (q) => q.where('tags', 'array-contains-any', ['p', 'zz']), ['a']],
    ['nested fields', (q) => q.where('m.lang', '==', 'ja'), ['a', 'c']],
    ['null', (q) => q.where('nul', '==', null), ['e']],
    ['NaN', (q) => q.where('nan', '==', NaN), ['e']],
    ['anything but null', (q) => q.where('opt', '!=', null), ['d']],
    [
      'one or the other',
      (q) => q.where(or(where('s', '==', 'z'), where('n', '==', 1))),
      ['a', 'd'],
    ],
    [
      'both within one or the other',
      (q) =>
        q
          .where(or(and(where('s', '==', 'x'), where('n', '>', 2)), where('s', '==', 'y')))
          .orderBy('n'),
      ['b', 'c', 'e'],
    ],
    ['any of several ids', (q) => q.where(name, 'in', ['c', 'a', 'zz']), ['a', 'c']],
    [
      'equal maps and arrays',
      (q) => q.where('m', '==', { lang: 'ja' }).where('tags', '==', ['p', 'q']),
      ['a'],
    ],
    [
      'ranges of two fields',
      (q) => q.where('n', '>', 0).where('s', '>', 'x').orderBy('n').orderBy('s'),
      ['b', 'e'],
    ],
    ['everything without a filter, by id', (q) => q, ['a', 'b', 'c', 'd', 'e']],
  ])('find %s', async (_, build, expected) => {
    expect(idsOf(await build(collection).get())).toEqual(expected);
  });

  it('find ranges of times and equal references', async () => {
    const times = firestore.aCollection();
    await seed(times, {
      a: { t: new Timestamp(10, 0), r: firestore.db.doc('x/1') },
      b: { t: new Timestamp(20, 5000), r: firestore.db.doc('x/2') },
    });
    expect(idsOf(await times.where('t', '>', new Timestamp(10, 0)).get())).toEqual(['b']);
    expect(idsOf(await times.where('r', '==', firestore.db.doc('x/1')).get())).toEqual(['a']);
  });
});

describe('queries that Firestore refuses', () => {
  const tags = (value: string) => where('tags', 'array-contains', value);

  it.each<[string, (from: Query) => Query]>([
    ["'in' with 31 values", (q) => q.where('n', 'in', [...Array(31).keys()])],
    ["'not-in' with 11 values", (q) => q.where('n', 'not-in', [...Array(11).keys()])],
    [
      'more than 30 alternatives by multiplication',
      (q) => q.where('n', 'in', [1, 2, 3, 4, 5, 6]).where('s', 'in', [1, 2, 3, 4, 5, 6]),
    ],
    ["'not-in' with 'in'", (q) => q.where('n', 'not-in', [1]).where('s', 'in', ['x'])],
    [
      "'not-in' with an alternative",
      (q) => q.where('n', 'not-in', [1]).where(or(where('s', '==', 'x'), where('s', '==', 'y'))),
    ],
    ["two '!=' filters", (q) => q.where('n', '!=', 1).where('s', '!=', 'x')],
    ["'!=' with 'not-in'", (q) => q.where('n', '!=', 1).where('n', 'not-in', [2])],
    ["two 'array-contains' filters", (q) => q.where(tags('p')).where(tags('q'))],
  ])('include %s', async (_, build) => {
    await expect(build(collection).get()).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
    });
  });

  it("do not include 'array-contains' once in each alternative", async () => {
    const query = collection.where(or(tags('p'), tags('q')));
    expect(idsOf(await query.get())).toEqual(['a', 'b']);
  });

  it('include vector search, which this server does not have', async () => {
    const query = collection.findNearest({
      vectorField: 'v',
      queryVector: [1, 2],
      limit: 1,
      distanceMeasure: 'EUCLIDEAN',
    });
    await expect(query.get()).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
  });
});
