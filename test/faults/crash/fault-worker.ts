import 'reflect-metadata';
import { promisify } from 'node:util';
import { TIMINGS } from '@dossier/platform';
import { startPaidServices } from '../paid-services.kit.ts';
import { CrashSite } from './crash-site.ts';
import { nameBoundaries } from './named-boundaries.ts';
import { PATIENT_TIMINGS } from './patient-timings.ts';
import { watchRequests } from './watch-requests.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

// A process of its own: some or all services of Dossier, which dies where its test tells it to.

if (process.send === undefined) throw new Error('fault-worker is started by a test');
const send = promisify((message: FromWorker, done: (error: Error | null) => void) => {
  process.send?.(message, undefined, undefined, done);
});
let site: CrashSite | undefined;

async function start(go: Extract<ToWorker, { kind: 'go' }>): Promise<void> {
  site = new CrashSite(send, go);
  nameBoundaries(site);
  if (go.record) watchRequests((unnamed) => void send({ kind: 'unnamed', ...unnamed }));
  const { url } = await startPaidServices(go.environment, go.providerUrl, {
    services: go.services,
    providers: [{ provide: TIMINGS, useValue: PATIENT_TIMINGS }],
    observe: ({ event, runId }) => {
      if (event === 'stale') void send({ kind: 'stale', runId });
    },
  });
  await send({ kind: 'ready', url });
}

process.on('message', (message: ToWorker) => {
  if (message.kind === 'go') void start(message);
  else if (message.kind === 'aim') site?.aim(message.aims);
  else site?.forget(message.runId);
});
// Without its test nobody would ever end it.
process.on('disconnect', () => process.exit(0));
await send({ kind: 'loaded' });
