import { FieldPath, FieldValue } from '@google-cloud/firestore';
import { startFirestoreUnderTest, type FirestoreUnderTest } from './firestore-under-test.ts';

let firestore: FirestoreUnderTest;
beforeAll(async () => {
  firestore = await startFirestoreUnderTest();
});
afterAll(() => firestore.close());

const aDocument = () => firestore.aCollection().doc('a');

describe('merges and field masks', () => {
  it('keeps the siblings of merged fields, at every depth', async () => {
    const document = aDocument();
    await document.set({ a: { x: 1, y: 2 }, k: 1 });
    await document.set({ a: { y: 3, z: 4 } }, { merge: true });
    expect((await document.get()).data()).toEqual({ a: { x: 1, y: 3, z: 4 }, k: 1 });
  });

  it('creates a missing document by a merge', async () => {
    const document = aDocument();
    await document.set({ a: { y: 3 } }, { merge: true });
    expect((await document.get()).data()).toEqual({ a: { y: 3 } });
  });

  it('merges only the fields that are listed', async () => {
    const document = aDocument();
    await document.set({ a: { x: 1, y: 2 }, b: 1 });
    await document.set({ a: { x: 9 }, b: 9 }, { mergeFields: ['a.x'] });
    expect((await document.get()).data()).toEqual({ a: { x: 9, y: 2 }, b: 1 });
  });

  it('updates nested fields by dotted paths and makes the maps on the way', async () => {
    const document = aDocument();
    await document.set({ a: { b: { c: 1, d: 2 } } });
    await document.update({ 'a.b.c': 5, 'n.m': 1 });
    expect((await document.get()).data()).toEqual({ a: { b: { c: 5, d: 2 } }, n: { m: 1 } });
  });

  it('replaces a map as a whole when it is updated by its own name', async () => {
    const document = aDocument();
    await document.set({ a: { x: 1, y: 2 } });
    await document.update({ a: { z: 1 } });
    expect((await document.get()).data()).toEqual({ a: { z: 1 } });
  });

  it('takes field names with dots, backquotes and Chinese', async () => {
    const document = aDocument();
    await document.set({ 'k.1': { 'a`b': 1, keep: 1 }, 欄位: 1 });
    await document.update(new FieldPath('k.1', 'a`b'), 2, new FieldPath('欄位'), 3);
    expect((await document.get()).data()).toEqual({ 'k.1': { 'a`b': 2, keep: 1 }, 欄位: 3 });
  });

  it('deletes fields in updates and merges', async () => {
    const document = aDocument();
    await document.set({ a: { x: 1, y: 2 }, b: 1, c: 1 });
    await document.update({ 'a.x': FieldValue.delete(), b: FieldValue.delete() });
    await document.set({ c: FieldValue.delete() }, { merge: true });
    expect((await document.get()).data()).toEqual({ a: { y: 2 } });
  });
});
