import { jest } from '@jest/globals';
import { status } from '@grpc/grpc-js';
import { runIdOf } from '@dossier/contracts';
import { DeadLetterStore } from '@dossier/dead-letters';
import { systemClock } from '@dossier/platform';
import { artifactsOf, newestRuns, WorkspaceStore } from '@dossier/workspace';
import { idsOf, seed, startFirestoreUnderTest } from './firestore-under-test.ts';

const needed = (index: string) => ({
  code: status.FAILED_PRECONDITION,
  message: expect.stringContaining(index) as string,
});

describe('strict mode', () => {
  it('refuses a query whose index is not declared and names that, wherever it is asked', async () => {
    const firestore = await startFirestoreUnderTest({ indexes: [] });
    const query = firestore.db.collection('runs').where('state', '==', 'open').orderBy('wakeAt');
    const index = needed('collection "runs" (state ASC, wakeAt ASC, __name__ ASC)');
    await expect(query.get()).rejects.toMatchObject(index);
    await expect(query.count().get()).rejects.toMatchObject(index);
    await expect(query.explain()).rejects.toMatchObject(index);
    await expect(
      firestore.db.runTransaction((transaction) => transaction.get(query)),
    ).rejects.toMatchObject(index);
    const listening = new Promise((_, reject) => query.onSnapshot(() => undefined, reject));
    await expect(listening).rejects.toThrow('state ASC, wakeAt ASC');
    await firestore.close();
  });

  it('answers it when the index is declared as for deployment', async () => {
    const firestore = await startFirestoreUnderTest({
      indexes: [
        {
          collectionGroup: 'runs',
          queryScope: 'COLLECTION',
          fields: [
            { fieldPath: 'state', order: 'ASCENDING' },
            { fieldPath: 'wakeAt', order: 'ASCENDING' },
          ],
        },
      ],
    });
    const runs = firestore.db.collection('runs');
    await seed(runs, { a: { state: 'open', wakeAt: 2 }, b: { state: 'open', wakeAt: 1 } });
    const query = runs.where('state', '==', 'open').orderBy('wakeAt');
    expect(idsOf(await query.get())).toEqual(['b', 'a']);
    await firestore.close();
  });

  it('answers every query of the product with the indexes that Firestore keeps by itself', async () => {
    const firestore = await startFirestoreUnderTest({ indexes: [] });
    const { db } = firestore;
    const runId = runIdOf('strict-1');
    const workspaces = new WorkspaceStore(db, systemClock);
    const letters = new DeadLetterStore(db);
    const now = new Date();
    await db.doc(`workspaces/${runId}`).set({ wakeAt: now.toISOString() });
    expect((await workspaces.due(now, 50)).runIds).toEqual([runId]);
    expect((await workspaces.due(now, 50, { wakeAt: '', id: runId })).runIds).toEqual([runId]);
    await workspaces.readAudit(runId);
    await artifactsOf(db, runId);
    const chosen = [{}, { since: now }, { conversationId: 'user:U1' }];
    for (const choice of chosen) expect(await newestRuns(db, choice).next()).toBeDefined();
    await letters.successorsOf('x');
    await letters.closedBy('x');
    await firestore.close();
  });
});

describe('a document that is written too often', () => {
  it('is told of while it is written, not refused', async () => {
    const hot: string[] = [];
    const firestore = await startFirestoreUnderTest({
      onHotDocument: ({ name, perSecond }) => hot.push(`${name.slice(-4)} ${perSecond > 1}`),
    });
    const document = firestore.db.doc('c/hot');
    for (let n = 0; n < 15; n++) await document.set({ n });
    expect(hot).toEqual([]);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
    await document.set({ n: 15 });
    clock.mockRestore();
    expect(hot).toEqual(['/hot true']);
    await firestore.close();
  });
});
