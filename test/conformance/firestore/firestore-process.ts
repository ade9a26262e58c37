// A server in a process of its own, for the specs that kill it: node firestore-process.ts FILE PORT MODE
import { startFirestore } from '@dossier/embedded';

const [, , database, port, mode] = process.argv;
if (database === undefined || port === undefined) {
  throw new Error('usage: firestore-process.ts FILE PORT [optimistic]');
}
const server = await startFirestore({
  database,
  port: Number(port),
  concurrency: mode === 'optimistic' ? 'optimistic' : 'pessimistic',
});
process.once('SIGTERM', () => void server.close());
console.log(server.port);
