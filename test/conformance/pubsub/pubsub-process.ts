// A server in a process of its own, for the specs that kill it: node pubsub-process.ts FILE PORT
import { startPubSub } from '@dossier/embedded';

const [, , database, port] = process.argv;
if (database === undefined || port === undefined) {
  throw new Error('usage: pubsub-process.ts FILE PORT');
}
const server = await startPubSub({ database, port: Number(port) });
console.log(`${server.port} ${server.httpPort}`);
