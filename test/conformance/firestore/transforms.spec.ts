import { FieldValue, Timestamp } from '@google-cloud/firestore';
import { startFirestoreUnderTest, type FirestoreUnderTest } from './firestore-under-test.ts';

let firestore: FirestoreUnderTest;
beforeAll(async () => {
  firestore = await startFirestoreUnderTest();
});
afterAll(() => firestore.close());

const aDocument = () => firestore.aCollection().doc('a');

describe('field transforms', () => {
  it('write one time in milliseconds, just before the commit, at the top and in maps', async () => {
    const document = aDocument();
    const now = FieldValue.serverTimestamp();
    await document.set({ t: now, m: { t: now, k: 1 } });
    const snapshot = await document.get();
    const time: unknown = snapshot.get('t');
    if (!(time instanceof Timestamp)) throw new Error('no time');
    expect(snapshot.data()).toEqual({ t: time, m: { t: time, k: 1 } });
    expect(time.nanoseconds % 1_000_000).toBe(0);
    const behindMs = (snapshot.updateTime?.toMillis() ?? 0) - time.toMillis();
    expect(behindMs).toBeGreaterThanOrEqual(0);
    expect(behindMs).toBeLessThan(5000);
  });

  it('increment integers and doubles, and replace what is missing or no number', async () => {
    const document = aDocument();
    await document.set({ i: 5, f: 1.5, s: 'x' });
    await document.update({
      i: FieldValue.increment(2),
      f: FieldValue.increment(1),
      m: FieldValue.increment(3),
      s: FieldValue.increment(4),
    });
    expect((await document.get()).data()).toEqual({ i: 7, f: 2.5, m: 3, s: 4 });
  });

  it('increment a nested field without touching its siblings', async () => {
    const document = aDocument();
    await document.set({ st: { n: 1, k: 2 } });
    await document.update({ 'st.n': FieldValue.increment(1) });
    expect((await document.get()).data()).toEqual({ st: { n: 2, k: 2 } });
  });

  it('lose none of 100 parallel increments', async () => {
    const document = aDocument();
    await document.set({ n: 0 });
    await Promise.all(
      Array.from({ length: 100 }, () => document.update({ n: FieldValue.increment(1) })),
    );
    expect((await document.get()).data()).toEqual({ n: 100 });
  });

  it('stop at the largest 64-bit integer', async () => {
    const document = firestore.newClient({ useBigInt: true }).doc(aDocument().path);
    await document.set({ n: 9_223_372_036_854_775_800n });
    await document.update({ n: FieldValue.increment(100) });
    expect((await document.get()).data()).toEqual({ n: 9_223_372_036_854_775_807n });
  });

  it('add to arrays what they lack, and make missing arrays', async () => {
    const document = aDocument();
    await document.set({ l: [1, 2] });
    await document.update({ l: FieldValue.arrayUnion(2, 3) });
    await document.update({ m: FieldValue.arrayUnion('a', 'a', { b: 1 }) });
    expect((await document.get()).data()).toEqual({ l: [1, 2, 3], m: ['a', { b: 1 }] });
  });

  it('remove from arrays every equal element, and make missing arrays', async () => {
    const document = aDocument();
    await document.set({ l: [1, 2, 1, { a: 1 }] });
    await document.update({ l: FieldValue.arrayRemove(1, { a: 1 }) });
    await document.update({ m: FieldValue.arrayRemove(1) });
    expect((await document.get()).data()).toEqual({ l: [2], m: [] });
  });

  it('apply together in one write', async () => {
    const document = aDocument();
    await document.set({ l: [1], n: 1, r: [1, 2], keep: 1 });
    await document.update({
      l: FieldValue.arrayUnion(2),
      r: FieldValue.arrayRemove(1),
      n: FieldValue.increment(1),
      t: FieldValue.serverTimestamp(),
      v: 'w',
    });
    expect((await document.get()).data()).toEqual({
      l: [1, 2],
      n: 2,
      r: [2],
      keep: 1,
      v: 'w',
      t: expect.any(Timestamp) as Timestamp,
    });
  });

  it('keep the other fields when a merge has nothing but transforms', async () => {
    const document = aDocument();
    await document.set({ a: 1 });
    await document.set({ n: FieldValue.increment(1) }, { merge: true });
    expect((await document.get()).data()).toEqual({ a: 1, n: 1 });
  });
});
