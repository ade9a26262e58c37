import { setTimeout as wait } from 'node:timers/promises';
import type { DocumentReference, Firestore } from '@google-cloud/firestore';
import { status } from '@grpc/grpc-js';
import { officialAddress } from '../servers.ts';
import {
  DATABASE,
  drained,
  failuresOf,
  idsOf,
  nameOf,
  numberAt,
  rawClientOf,
  seed,
  startFirestoreUnderTest,
  within,
  type FirestoreUnderTest,
} from './firestore-under-test.ts';

// Google's emulator has the one mode that Standard edition has.
const modes = officialAddress('firestore')
  ? (['pessimistic'] as const)
  : (['pessimistic', 'optimistic'] as const);

describe.each(modes)('%s transactions', (concurrency) => {
  let firestore: FirestoreUnderTest;
  let db: Firestore;
  beforeAll(async () => {
    firestore = await startFirestoreUnderTest({ concurrency });
    db = firestore.db;
  });
  afterAll(() => firestore.close());

  const addOne = (document: DocumentReference) =>
    db.runTransaction(async (transaction) => {
      const snapshot = await transaction.get(document);
      transaction.update(document, { n: numberAt(snapshot, 'n') + 1 });
    });
  const valueOf = async (document: DocumentReference) => numberAt(await document.get(), 'n');
  const aCounter = async (n = 0) => {
    const document = firestore.aCollection().doc('a');
    await document.set({ n });
    return document;
  };

  it('read, change and write', async () => {
    const document = await aCounter(1);
    await addOne(document);
    expect(await valueOf(document)).toBe(2);
  });

  it('write without reading, and read many documents at once', async () => {
    const collection = firestore.aCollection();
    const [a, b, missing, sum] = ['a', 'b', 'z', 's'].map((id) => collection.doc(id));
    if (!a || !b || !missing || !sum) throw new Error('four documents expected');
    await db.runTransaction((transaction) => {
      transaction.set(a, { n: 1 }).set(b, { n: 2 });
      return Promise.resolve();
    });
    await db.runTransaction(async (transaction) => {
      const snapshots = await transaction.getAll(a, b, missing);
      const present = snapshots.filter(({ exists }) => exists);
      transaction.set(sum, { n: present.reduce((n, snapshot) => n + numberAt(snapshot, 'n'), 0) });
    });
    expect(await valueOf(sum)).toBe(3);
  });

  it('count documents', async () => {
    const collection = firestore.aCollection();
    await seed(collection, { a: { n: 1 }, b: { n: 2 } });
    const count = await db.runTransaction(
      async (transaction) => (await transaction.get(collection.count())).data().count,
    );
    expect(count).toBe(2);
  });

  it('lose no update that is reported as made, when 50 want the same document', async () => {
    const document = await aCounter();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => addOne(document)));
    const failures = failuresOf(results);
    expect(await valueOf(document)).toBe(50 - failures.length);
    // Losers of an optimistic race give up after five attempts; behind locks everyone gets a turn.
    if (concurrency === 'pessimistic') expect(failures).toEqual([]);
    for (const failure of failures) expect(failure).toMatchObject({ code: status.ABORTED });
  });

  it('do not lose a write from outside between their read and their commit', async () => {
    const document = await aCounter(1);
    let outside: Promise<unknown> | undefined;
    await db.runTransaction(async (transaction) => {
      const snapshot = await transaction.get(document);
      outside ??= document.set({ n: 10 });
      // The answer to this read shows that the server has the write sent before it.
      await firestore.aCollection().doc('other').get();
      transaction.update(document, { n: numberAt(snapshot, 'n') + 1 });
    });
    await outside;
    expect(await valueOf(document)).toBe(concurrency === 'pessimistic' ? 10 : 11);
  });

  it('do not both act on what the other is changing', async () => {
    const collection = firestore.aCollection();
    const [a, b] = [collection.doc('a'), collection.doc('b')];
    await seed(collection, { a: { on: true }, b: { on: true } });
    const turnOff = (mine: DocumentReference) =>
      db.runTransaction(async (transaction) => {
        const both = await transaction.getAll(a, b);
        if (both.every((snapshot) => snapshot.get('on') === true)) {
          transaction.update(mine, { on: false });
        }
      });
    await Promise.all([turnOff(a), turnOff(b)]);
    expect((await collection.where('on', '==', true).get()).size).toBe(1);
  });

  it('both succeed when they take two documents in opposite order', async () => {
    const collection = firestore.aCollection();
    const [a, b] = [collection.doc('a'), collection.doc('b')];
    await seed(collection, { a: { n: 0 }, b: { n: 0 } });
    const bothHaveRead = meeting(2);
    const addToBoth = (first: DocumentReference, second: DocumentReference) =>
      db.runTransaction(async (transaction) => {
        const x = await transaction.get(first);
        await bothHaveRead();
        const y = await transaction.get(second);
        transaction.update(first, { n: numberAt(x, 'n') + 1 });
        transaction.update(second, { n: numberAt(y, 'n') + 1 });
      });
    await Promise.all([addToBoth(a, b), addToBoth(b, a)]);
    expect([await valueOf(a), await valueOf(b)]).toEqual([2, 2]);
  });

  it('see one state in all reads when they are read-only', async () => {
    const collection = firestore.aCollection();
    const [a, b] = [collection.doc('a'), collection.doc('b')];
    await seed(collection, { a: { n: 1 }, b: { n: 1 } });
    const seen = await db.runTransaction(
      async (transaction) => {
        const x = numberAt(await transaction.get(a), 'n');
        await seed(collection, { a: { n: 2 }, b: { n: 2 }, c: { n: 2 } });
        const all = await transaction.get(collection);
        return [x, numberAt(await transaction.get(b), 'n'), idsOf(all)];
      },
      { readOnly: true },
    );
    expect(seen).toEqual([1, 1, ['a', 'b']]);
  });

  it('hold up no writer when they are read-only', async () => {
    const document = await aCounter(1);
    await db.runTransaction(
      async (transaction) => {
        await transaction.get(document);
        await within(2000, 'a write beside a reader', document.set({ n: 2 }));
      },
      { readOnly: true },
    );
    expect(await valueOf(document)).toBe(2);
  });

  it('see the state of an earlier time when they ask for it', async () => {
    const document = firestore.aCollection().doc('a');
    const { writeTime } = await document.set({ n: 1 });
    await document.set({ n: 2 });
    const old = await db.runTransaction(
      async (transaction) => numberAt(await transaction.get(document), 'n'),
      { readOnly: true, readTime: writeTime },
    );
    expect(old).toBe(1);
  });

  it('create one document when three find by query that there is none', async () => {
    const collection = firestore.aCollection();
    const wanted = collection.where('run', '==', 'r1');
    const createIfNone = (id: string) =>
      db.runTransaction(async (transaction) => {
        const { empty } = await transaction.get(wanted);
        if (empty) transaction.create(collection.doc(id), { run: 'r1' });
      });
    await Promise.all(['a', 'b', 'c'].map(createIfNone));
    expect((await wanted.get()).size).toBe(1);
  });

  it('have one winner when 20 create a document unless it exists', async () => {
    const document = firestore.aCollection().doc('run1');
    const create = (by: number) =>
      db.runTransaction(async (transaction) => {
        const { exists } = await transaction.get(document);
        if (!exists) transaction.create(document, { by });
        return !exists;
      });
    const won = await Promise.all(Array.from({ length: 20 }, (_, i) => create(i)));
    expect(won.filter(Boolean)).toHaveLength(1);
  });

  it('write nothing and free their locks when their code throws', async () => {
    const document = await aCounter(1);
    const failing = db.runTransaction(async (transaction) => {
      await transaction.get(document);
      transaction.update(document, { n: 9 });
      throw new Error('boom');
    });
    await expect(failing).rejects.toThrow('boom');
    expect(await valueOf(document)).toBe(1);
    await within(3000, 'a write after a rollback', document.set({ n: 2 }));
  });

  it('write nothing when one of their writes fails', async () => {
    const collection = firestore.aCollection();
    await collection.doc('x').set({ n: 1 });
    const failing = db.runTransaction(async (transaction) => {
      await transaction.get(collection.doc('y'));
      transaction.set(collection.doc('y'), { n: 1 });
      transaction.create(collection.doc('x'), { n: 2 });
    });
    await expect(failing).rejects.toMatchObject({ code: status.ALREADY_EXISTS });
    expect((await collection.doc('y').get()).exists).toBe(false);
  });

  it('cannot be committed twice, nor under an invented id', async () => {
    const document = await aCounter(1);
    const raw = rawClientOf(firestore.server);
    const commit = async (transaction: Uint8Array, n: string) => {
      const update = { name: nameOf(document), fields: { n: { integerValue: n } } };
      await raw.commit({ database: DATABASE, transaction, writes: [{ update }] });
    };
    const [{ transaction }] = await raw.beginTransaction({ database: DATABASE });
    if (!(transaction instanceof Uint8Array)) throw new Error('a transaction id expected');
    await commit(transaction, '2');
    const refused = { code: status.INVALID_ARGUMENT };
    await expect(commit(transaction, '3')).rejects.toMatchObject(refused);
    await expect(commit(Buffer.from('invented'), '4')).rejects.toMatchObject(refused);
    expect(await valueOf(document)).toBe(2);
    await raw.close();
  });
});

describe('transactions that time out', () => {
  it('free their locks once they are idle, and cannot commit any more', async () => {
    const firestore = await startFirestoreUnderTest({ timeouts: { idleMs: 300 } });
    const document = firestore.aCollection().doc('a');
    await document.set({ n: 1 });
    let attempts = 0;
    const slow = firestore.db.runTransaction(async (transaction) => {
      attempts += 1;
      const snapshot = await transaction.get(document);
      // Written by someone else, which the lock prevents until the transaction has timed out.
      if (attempts === 1) await within(5000, 'a write behind a lock', document.set({ n: 10 }));
      transaction.update(document, { n: numberAt(snapshot, 'n') + 1 });
    });
    await slow;
    expect(attempts).toBe(2);
    expect((await document.get()).data()).toEqual({ n: 11 });
    await firestore.close();
  });

  it('get ABORTED when a lock stays taken too long', async () => {
    const firestore = await startFirestoreUnderTest({ timeouts: { lockWaitMs: 100 } });
    const document = firestore.aCollection().doc('a');
    const raw = rawClientOf(firestore.server);
    const [{ transaction }] = await raw.beginTransaction({ database: DATABASE });
    const read = { database: DATABASE, documents: [nameOf(document)] };
    await drained(raw.batchGetDocuments({ ...read, transaction }));
    const late = raw.batchGetDocuments({ ...read, newTransaction: { readWrite: {} } });
    await expect(drained(late)).rejects.toMatchObject({ code: status.ABORTED });
    await raw.close();
    await firestore.close();
  });
});

/** Holds everyone up until `size` have arrived, and nobody after that. */
function meeting(size: number): () => Promise<void> {
  let open: () => void;
  let arrived = 0;
  const complete = new Promise<void>((resolve) => (open = resolve));
  return () => {
    arrived += 1;
    if (arrived >= size) open();
    return Promise.race([complete, wait(5000)]).then(() => undefined);
  };
}
