// The limit: the same five hops, work and side effects with Google's clients as they are. One read and
// one write per stage; no lease, no outbox, no fencing, no audit, no check of anything.
// Prints {"url":...} when ready.
import { Firestore } from '@google-cloud/firestore';
import { PubSub, type Message, type Topic } from '@google-cloud/pubsub';
import { PIPELINE, STAGE_NAMES, type RunId, type StageName } from '@dossier/contracts';
import { LineClient } from '@dossier/line';
import { readSettings, ReportStore, stopOnSignals, systemClock } from '@dossier/platform';
import { bareWebhook } from './bare-webhook.ts';
import { BareWork, type BareRun } from './bare-work.ts';

const settings = readSettings(process.env, ['ingress', 'notifier']);
const projectId = settings.GOOGLE_CLOUD_PROJECT;
const apiEndpoint = String(settings.PUBSUB_EMULATOR_HOST);

const firestore = new Firestore({
  projectId,
  host: String(settings.FIRESTORE_EMULATOR_HOST),
  ssl: false,
});
const publishing = new PubSub({ projectId, apiEndpoint });
const pulling = new PubSub({ projectId, apiEndpoint });
const store = new ReportStore({
  projectId,
  bucket: settings.DOSSIER_REPORT_BUCKET,
  endpoint: settings.STORAGE_EMULATOR_HOST,
});
const work = new BareWork(
  store,
  new LineClient({
    credentials: { kind: 'static', accessToken: String(settings.LINE_CHANNEL_ACCESS_TOKEN) },
    baseUrl: settings.LINE_API_URL,
    timeoutMs: 5_000,
    clock: systemClock,
  }),
);

const topics = new Map<StageName, Topic>();

async function publish(stage: StageName, runId: RunId): Promise<void> {
  await topics.get(stage)?.publishMessage({ data: Buffer.from(runId) });
}

async function handle(stage: StageName, message: Message): Promise<void> {
  const runId = message.data.toString('utf8') as RunId;
  const document = firestore.collection('bare').doc(runId);
  const run = (await document.get()).data() as BareRun;
  await document.update({ [stage]: await work.run(stage, runId, run) });
  const { next } = PIPELINE[stage];
  if (next !== null) await publish(next, runId);
  message.ack();
}

async function serve(stage: StageName): Promise<void> {
  const name = `bare-${stage}`;
  await publishing.createTopic(name);
  await publishing.topic(name).createSubscription(name);
  topics.set(stage, publishing.topic(name, { batching: { maxMessages: 1 } }));
  const subscription = pulling.subscription(name, {
    flowControl: { maxMessages: settings.DOSSIER_MAX_IN_FLIGHT, allowExcessMessages: false },
    streamingOptions: { maxStreams: 1 },
    batching: { maxMilliseconds: 10 },
  });
  subscription.on('message', (message: Message) => void handle(stage, message));
}

await store.ensureBucket();
await Promise.all(STAGE_NAMES.map((stage) => serve(stage)));
// The first call of a client opens its connection.
await firestore.collection('bare').limit(1).get();

const secret = String(settings.LINE_CHANNEL_SECRET);
const app = bareWebhook({ firestore, secret }, (runId) => publish('plan', runId));
await app.listen({ port: settings.PORT, host: settings.HOST });
stopOnSignals(() => app.close(), { onError: (error) => console.error(error) });
process.stdout.write(`${JSON.stringify({ url: app.listeningOrigin })}\n`);
