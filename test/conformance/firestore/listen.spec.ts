import { FieldPath, type DocumentReference, type Query } from '@google-cloud/firestore';
import { status } from '@grpc/grpc-js';
import { eventually } from '../../support/eventually.ts';
import {
  idsOf,
  seed,
  startFirestoreUnderTest,
  type FirestoreUnderTest,
} from './firestore-under-test.ts';

let firestore: FirestoreUnderTest;
beforeAll(async () => {
  firestore = await startFirestoreUnderTest();
});
afterAll(() => firestore.close());

/** What a listener has heard: the value of `n` per event, null for a missing document. */
function listenTo(document: DocumentReference) {
  const heard: unknown[] = [];
  const stop = document.onSnapshot(
    (snapshot) => heard.push(snapshot.exists ? snapshot.get('n') : null),
    (error) => heard.push(error),
  );
  return { heard, stop };
}

/** What a query listener has heard: the changes of each event, such as "added:a". */
function listenToChanges(query: Query) {
  const heard: unknown[] = [];
  const stop = query.onSnapshot(
    (snapshot) => heard.push(snapshot.docChanges().map(({ type, doc }) => `${type}:${doc.id}`)),
    (error) => heard.push(error),
  );
  return { heard, stop };
}

const events = (heard: readonly unknown[], count: number) =>
  eventually(`${count} events, so far ${JSON.stringify(heard)}`, () => heard.length >= count);

describe('listeners', () => {
  it('hear of a document’s first state, its change and its deletion', async () => {
    const document = firestore.aCollection().doc('a');
    await document.set({ n: 1 });
    const { heard, stop } = listenTo(document);
    await events(heard, 1);
    await document.update({ n: 2 });
    await events(heard, 2);
    await document.delete();
    await events(heard, 3);
    stop();
    expect(heard).toEqual([1, 2, null]);
  });

  it('hear that a document is missing, and later that it is there', async () => {
    const document = firestore.aCollection().doc('a');
    const { heard, stop } = listenTo(document);
    await events(heard, 1);
    await document.set({ n: 2 });
    await events(heard, 2);
    stop();
    expect(heard).toEqual([null, 2]);
  });

  it('hear what enters, changes within and leaves a query', async () => {
    const collection = firestore.aCollection();
    await seed(collection, { a: { n: 1, on: true }, b: { n: 2, on: false } });
    const { heard, stop } = listenToChanges(collection.where('on', '==', true));
    await events(heard, 1);
    await collection.doc('b').update({ on: true });
    await events(heard, 2);
    await collection.doc('a').update({ n: 9 });
    await events(heard, 3);
    await collection.doc('b').update({ on: false });
    await events(heard, 4);
    stop();
    expect(heard).toEqual([['added:a'], ['added:b'], ['modified:a'], ['removed:b']]);
  });

  it('see the right window of a sorted and limited query', async () => {
    const collection = firestore.aCollection();
    await seed(collection, { a: { n: 1 }, b: { n: 2 }, c: { n: 3 } });
    let window = '';
    const stop = collection
      .orderBy('n')
      .limit(2)
      .onSnapshot((snapshot) => (window = idsOf(snapshot).join()));
    await eventually('the first window', () => window === 'a,b');
    await collection.doc('a').delete();
    await eventually('the next document moving up', () => window === 'b,c');
    await collection.doc('z').set({ n: 0 });
    await eventually('a new first document', () => window === 'z,b');
    stop();
  });

  it('see the last of 100 quick changes, and none out of order', async () => {
    const document = firestore.aCollection().doc('a');
    await document.set({ n: 0 });
    const { heard, stop } = listenTo(document);
    await events(heard, 1);
    for (let n = 1; n <= 100; n++) await document.set({ n });
    await eventually('the last change', () => heard.at(-1) === 100);
    stop();
    expect(heard).toEqual(heard.toSorted((a, b) => Number(a) - Number(b)));
    expect(new Set(heard).size).toBe(heard.length);
  });

  it('hear nothing of other documents, and nothing after they stop', async () => {
    const collection = firestore.aCollection();
    await seed(collection, { a: { n: 1 }, b: { n: 1 } });
    const first = listenTo(collection.doc('a'));
    await events(first.heard, 1);
    await collection.doc('b').set({ n: 2 });
    // Events come in the order of commits: had there been one for b, it would be heard by now.
    await collection.doc('a').set({ n: 3 });
    await events(first.heard, 2);
    first.stop();
    const second = listenTo(collection.doc('a'));
    await events(second.heard, 1);
    await collection.doc('a').set({ n: 4 });
    await events(second.heard, 2);
    second.stop();
    expect(first.heard).toEqual([1, 3]);
  });

  it('do not hear of documents in subcollections', async () => {
    const collection = firestore.aCollection();
    await seed(collection, { a: { n: 1 } });
    const { heard, stop } = listenToChanges(collection);
    await events(heard, 1);
    await collection.doc('a').collection('below').doc('x').set({ n: 1 });
    await collection.doc('b').set({ n: 1 });
    await events(heard, 2);
    stop();
    expect(heard).toEqual([['added:a'], ['added:b']]);
  });

  it('are told when their query is refused', async () => {
    const collection = firestore.aCollection();
    const refused = collection.where('n', '!=', 1).where(FieldPath.documentId(), '!=', 'a');
    const { heard } = listenToChanges(refused);
    await events(heard, 1);
    const reason = `Error ${status.INVALID_ARGUMENT}: `;
    expect(heard).toEqual([
      expect.objectContaining({ message: expect.stringContaining(reason) as string }),
    ]);
  });
});
