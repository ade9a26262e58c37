import { status } from '@grpc/grpc-js';
import { FieldValue } from '@google-cloud/firestore';
import {
  DATABASE,
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
const invalid = { code: status.INVALID_ARGUMENT };

describe('limits', () => {
  it('refuse a document of more than 1 MiB and store nothing of it', async () => {
    const document = aDocument();
    await expect(document.set({ s: 'x'.repeat(1_048_586) })).rejects.toMatchObject(invalid);
    expect((await document.get()).exists).toBe(false);
  });

  it('allow a document of a million bytes', async () => {
    const document = aDocument();
    await document.set({ s: 'x'.repeat(1_000_000) });
    expect((await document.get()).get('s')).toHaveLength(1_000_000);
  });

  it('refuse arrays in arrays', async () => {
    await expect(aDocument().set({ v: [[1], 2] })).rejects.toMatchObject(invalid);
  });

  it('refuse field names that Firestore reserves', async () => {
    await expect(aDocument().set({ __x__: 1 })).rejects.toMatchObject(invalid);
  });

  it('refuse document ids that Firestore reserves', async () => {
    const document = firestore.aCollection().doc('__x__');
    await expect(document.set({ a: 1 })).rejects.toMatchObject(invalid);
  });

  it('refuse maps nested deeper than 20 levels, which the client refuses as well', async () => {
    const nested = (depth: number): object =>
      depth === 0 ? { stringValue: '' } : { mapValue: { fields: { m: nested(depth - 1) } } };
    const raw = rawClientOf(firestore.server);
    const commit = (depth: number) => {
      const update = { name: nameOf(aDocument()), fields: { m: nested(depth) } };
      return raw.commit({ database: DATABASE, writes: [{ update }] });
    };
    await expect(commit(21)).rejects.toMatchObject(invalid);
    await expect(commit(20)).resolves.toBeDefined();
    await raw.close();
  });

  it('refuse a document with more than 40,000 index entries, though it is small enough', async () => {
    const array = (length: number) => Array.from({ length }, (_, i) => i);
    await expect(aDocument().set({ a: array(39_999), n: 1 })).rejects.toMatchObject(invalid);
    await expect(aDocument().set({ a: array(39_998), n: 1 })).resolves.toBeDefined();
  });

  it('never see bad paths and undefined values: the client refuses them', async () => {
    const document = aDocument();
    await document.set({ a: 1 });
    const collection = firestore.aCollection();
    expect(() => collection.where('a..b', '==', 1)).toThrow('not a valid field path');
    expect(() => document.update({ 'a..b': 1 })).toThrow('not a valid field path');
    expect(() => document.set({ x: undefined })).toThrow('Cannot use "undefined"');
  });

  it('never see an update of a field and its parent: the client refuses it', async () => {
    const document = aDocument();
    await document.set({ a: { b: 1 } });
    expect(() => document.update({ a: 1, 'a.b': 2 })).toThrow('specified multiple times');
  });

  it('refuse more than 500 transforms of one document', async () => {
    const transforms = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`n${i}`, FieldValue.increment(1)]),
      );
    await expect(aDocument().set(transforms(501))).rejects.toMatchObject(invalid);
    await expect(aDocument().set(transforms(500))).resolves.toBeDefined();
  });
});
