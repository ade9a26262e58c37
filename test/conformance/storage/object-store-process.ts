// A store in a process of its own, for the spec that kills it: node object-store-process.ts FILE
import { startObjectStore } from '@dossier/embedded';

const [, , database] = process.argv;
if (database === undefined) throw new Error('usage: object-store-process.ts FILE');
const { endpoint } = await startObjectStore({ database });
console.log(endpoint);
