// One embedded server in a process of its own, which a soak measures: server-process.ts NAME FILE.
// Needs --expose-gc and an IPC channel: it answers every message with its memory.
import { startFirestore, startPubSub } from '@dossier/embedded';

const [, , name, database] = process.argv;
if (database === undefined || process.send === undefined || globalThis.gc === undefined) {
  throw new Error('usage: node --expose-gc server-process.ts pubsub|firestore FILE, with IPC');
}
const { gc } = globalThis;
const { address, loaded, close } = await (name === 'pubsub' ? servePubSub : serveFirestore)(
  database,
);

process.on('message', () => {
  gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed, rss, inMemory: loaded() });
});
process.on('disconnect', () => {
  void close();
});
process.send({ address });

async function servePubSub(file: string) {
  const server = await startPubSub({ database: file });
  const loaded = () =>
    Object.values(server.stats()).reduce((sum, { inMemory }) => sum + inMemory, 0);
  return { address: server.address, loaded, close: () => server.close() };
}

async function serveFirestore(file: string) {
  const server = await startFirestore({ database: file });
  return { address: server.address, loaded: () => 0, close: () => server.close() };
}
