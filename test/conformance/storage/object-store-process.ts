// A store in a process of its own, for the specs that kill it: node object-store-process.ts FILE [PORT]
import { startObjectStore } from '@dossier/embedded';

const [, , database, port = '0'] = process.argv;
if (database === undefined) throw new Error('usage: object-store-process.ts FILE [PORT]');
const { endpoint } = await startObjectStore({ database, port: Number(port) });
console.log(endpoint);
