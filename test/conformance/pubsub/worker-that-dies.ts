// A worker that a message kills, as running out of memory would: node worker-that-dies.ts SUBSCRIPTION
import { PubSub } from '@google-cloud/pubsub';

const [, , name] = process.argv;
if (name === undefined) throw new Error('usage: worker-that-dies.ts SUBSCRIPTION');
const subscription = new PubSub({ projectId: 'conformance' }).subscription(name);
subscription.on('message', () => process.kill(process.pid, 'SIGKILL'));
