import { status } from '@grpc/grpc-js';
import type { Firestore } from '@google-cloud/firestore';
import { eventually } from '../../support/eventually.ts';
import { aCollection, clientOf, numberAt } from './firestore-under-test.ts';
import { KillableFirestore } from './killable-firestore.ts';

let server: KillableFirestore;
let db: Firestore;
beforeAll(async () => {
  server = await KillableFirestore.start();
  db = clientOf(server.address);
});
afterAll(async () => {
  await db.terminate();
  await server.close();
});

describe('durability', () => {
  it('keeps documents over an orderly restart, seen by the same client', async () => {
    const document = aCollection(db).doc('a');
    const { writeTime } = await document.set({ n: 1, s: '繁體' });
    await server.restart('SIGTERM');
    const snapshot = await document.get();
    expect(snapshot.data()).toEqual({ n: 1, s: '繁體' });
    expect(snapshot.updateTime).toEqual(writeTime);
    const later = await document.set({ n: 2 });
    expect(later.writeTime.valueOf() > writeTime.valueOf()).toBe(true);
  });

  it('loses no acknowledged batch and tears none when it is killed three times', async () => {
    const collection = aCollection(db);
    const acknowledged: string[] = [];
    const killed = { now: false };
    const writer = async () => {
      for (let i = 0; !killed.now; i++) {
        const batch = db.batch();
        batch.create(collection.doc(`${i}-x`), { i }).create(collection.doc(`${i}-y`), { i });
        const isAcknowledged = await batch.commit().then(
          () => true,
          (error: { code?: number }) => {
            // The client sent the batch again after the kill, and it had been applied before it.
            if (error.code !== status.ALREADY_EXISTS) throw error;
            return false;
          },
        );
        if (isAcknowledged) acknowledged.push(`${i}`);
      }
    };
    const writing = writer();
    for (let kill = 1; kill <= 3; kill++) {
      const before = acknowledged.length;
      await eventually('30 more batches', () => acknowledged.length >= before + 30);
      await server.restart('SIGKILL');
    }
    killed.now = true;
    await writing;
    const ids = new Set((await collection.get()).docs.map(({ id }) => id));
    const lost = acknowledged.filter((id) => !ids.has(`${id}-x`) || !ids.has(`${id}-y`));
    const torn = [...ids].filter((id) => !ids.has(id.replace(/.$/, id.endsWith('x') ? 'y' : 'x')));
    expect({ lost, torn }).toEqual({ lost: [], torn: [] });
  });

  it('lets listeners come back after a kill and hear what they have missed', async () => {
    const collection = aCollection(db);
    await collection.doc('L').set({ n: 1 });
    await collection.doc('M').set({ n: 1 });
    let value: unknown;
    let ids: string | undefined;
    const stopDocument = collection.doc('L').onSnapshot((snapshot) => {
      value = snapshot.get('n');
    });
    const stopQuery = collection.where('n', '==', 1).onSnapshot((snapshot) => {
      ids = snapshot.docs.map(({ id }) => id).join();
    });
    await eventually('the first states', () => value === 1 && ids === 'L,M');
    await server.restart('SIGKILL');
    const other = clientOf(server.address);
    await other.doc(collection.doc('L').path).set({ n: 7 });
    await other.doc(collection.doc('M').path).delete();
    await eventually('the missed changes', () => value === 7 && ids === '');
    stopDocument();
    stopQuery();
    await other.terminate();
  });

  it('makes a transaction start over and commit once when the server is killed under it', async () => {
    const document = aCollection(db).doc('a');
    await document.set({ n: 1 });
    let attempts = 0;
    await db.runTransaction(async (transaction) => {
      attempts += 1;
      const snapshot = await transaction.get(document);
      if (attempts === 1) await server.restart('SIGKILL');
      transaction.set(document, { n: numberAt(snapshot, 'n') + 1 });
    });
    expect(attempts).toBe(2);
    expect((await document.get()).data()).toEqual({ n: 2 });
  });
});
