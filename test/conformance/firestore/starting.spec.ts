import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logVerbosity, setLogVerbosity, status } from '@grpc/grpc-js';
import { startFirestore } from '@dossier/embedded';
import {
  DATABASE,
  drained,
  nameOf,
  rawClientOf,
  startFirestoreUnderTest,
} from './firestore-under-test.ts';

// grpc-js writes to stderr, besides returning the error, when it cannot listen.
beforeAll(() => setLogVerbosity(logVerbosity.NONE));
afterAll(() => setLogVerbosity(logVerbosity.ERROR));

describe('starting and closing', () => {
  it('names the port that another program uses', async () => {
    const first = await startFirestore();
    await expect(startFirestore({ port: first.port })).rejects.toMatchObject({
      name: 'ServerStartError',
      code: 'port-taken',
      port: first.port,
      message: expect.stringContaining(String(first.port)) as string,
    });
    await first.close();
    const next = await startFirestore({ port: first.port });
    expect(next.address).toBe(first.address);
    await next.close();
  });

  it('refuses a database file that another server has open, until that one closes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'firestore-'));
    const database = join(folder, 'firestore.sqlite');
    const first = await startFirestore({ database });
    await expect(startFirestore({ database })).rejects.toMatchObject({
      name: 'ServerStartError',
      code: 'database-in-use',
      message: expect.stringContaining(database) as string,
    });
    await first.close();
    const next = await startFirestore({ database });
    await next.close();
    await rm(folder, { recursive: true });
  });

  it('closes at once in spite of listeners and of requests waiting for a lock', async () => {
    const firestore = await startFirestoreUnderTest();
    const document = firestore.aCollection().doc('a');
    await document.set({ n: 1 });
    const raw = rawClientOf(firestore.server);
    const listener = raw.listen();
    const listenerEnds = new Promise((resolve) => listener.on('error', resolve));
    const documents = { documents: [nameOf(document)] };
    listener.write({ database: DATABASE, addTarget: { documents, targetId: 1 } });
    await once(listener, 'data');
    const read = { database: DATABASE, documents: [nameOf(document)] };
    const newTransaction = { readWrite: {} };
    await drained(raw.batchGetDocuments({ ...read, newTransaction }));
    const waiting = drained(raw.batchGetDocuments({ ...read, newTransaction }));
    const refused = expect(waiting).rejects.toMatchObject({ code: status.UNAVAILABLE });
    // The answer to this read shows that the server has the request sent before it.
    await drained(raw.batchGetDocuments(read));
    const startedMs = performance.now();
    await firestore.server.close();
    expect(performance.now() - startedMs).toBeLessThan(1500);
    await refused;
    expect(await listenerEnds).toMatchObject({ code: status.UNAVAILABLE });
    await raw.close();
    await firestore.close();
  });
});
