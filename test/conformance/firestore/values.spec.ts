import { FieldValue, GeoPoint, Timestamp, type DocumentReference } from '@google-cloud/firestore';
import {
  DATABASE,
  drained,
  nameOf,
  rawClientOf,
  startFirestoreUnderTest,
  type FirestoreUnderTest,
} from './firestore-under-test.ts';

let firestore: FirestoreUnderTest;
beforeAll(async () => {
  firestore = await startFirestoreUnderTest();
});
afterAll(() => firestore.close());

const aDocument = () => firestore.aCollection().doc('a');

async function stored(value: unknown): Promise<unknown> {
  const document = aDocument();
  await document.set({ v: value });
  return (await document.get()).get('v');
}

describe('values', () => {
  it.each([
    [
      'nested maps and arrays',
      { a: [{ b: [1, 2] }, { c: { d: [true, 's', null] } }], e: {}, f: [] },
    ],
    ['null, booleans and the empty string', { n: null, t: true, f: false, e: '' }],
    ['NaN and the infinities', [NaN, Infinity, -Infinity]],
    ['bytes', Buffer.from([0, 255, 1, 2, 128])],
  ])('come back as they were: %s', async (_, value) => {
    expect(await stored(value)).toEqual(value);
  });

  it('keep the sign of zero', async () => {
    expect(Object.is(await stored(-0), -0)).toBe(true);
  });

  it('keep times to the microsecond, also far in the future', async () => {
    const precise = new Timestamp(1_700_000_000, 123_456_000);
    const far = new Timestamp(253_402_300_798, 999_999_000);
    expect(await stored(precise)).toEqual(precise);
    expect(await stored(far)).toEqual(far);
    expect(await stored(new Date(1_700_000_000_123))).toEqual(
      Timestamp.fromMillis(1_700_000_000_123),
    );
  });

  it('cut times below the microsecond', async () => {
    expect(await stored(new Timestamp(1, 123_456_789))).toEqual(new Timestamp(1, 123_456_000));
  });

  it('keep geographical points', async () => {
    const point = new GeoPoint(25.03, 121.56);
    expect(await stored(point)).toEqual(point);
  });

  it('keep references to documents', async () => {
    const reference = (await stored(firestore.db.doc('x/y'))) as DocumentReference;
    expect(reference.path).toBe('x/y');
  });

  it('keep integers up to 64 bits', async () => {
    expect(await stored(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
    const document = firestore.newClient({ useBigInt: true }).doc(aDocument().path);
    const extremes = { max: 9_223_372_036_854_775_807n, min: -9_223_372_036_854_775_808n };
    await document.set(extremes);
    expect((await document.get()).data()).toEqual(extremes);
  });

  it('tell integers from doubles on the wire', async () => {
    const document = aDocument();
    await document.set({ i: 3, f: 3.5 });
    const raw = rawClientOf(firestore.server);
    const request = { database: DATABASE, documents: [nameOf(document)] };
    const answers = await drained(raw.batchGetDocuments(request));
    await raw.close();
    expect(answers).toMatchObject([
      { found: { fields: { i: { integerValue: '3' }, f: { doubleValue: 3.5 } } } },
    ]);
  });

  it('keep vectors', async () => {
    const vector = FieldValue.vector([1, 2.5, 3]);
    expect(await stored(vector)).toEqual(vector);
  });

  it('keep a Chinese text of 600 KB', async () => {
    const text = '繁體中文報告'.repeat(33_000);
    expect(await stored(text)).toBe(text);
  });
});
