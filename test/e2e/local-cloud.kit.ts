import { Firestore } from '@google-cloud/firestore';
import { Storage } from '@google-cloud/storage';
import { isEnded, runIdOf, type RunId, type Workspace } from '@dossier/contracts';
import { startFirestore, startObjectStore, startPubSub } from '@dossier/embedded';
import { FakeLine } from '@dossier/fake-line';
import { readSettings, systemClock, type Settings } from '@dossier/platform';
import { WorkspaceStore } from '@dossier/workspace';
import type { FaultPlan } from '../faults/proxy/fault.ts';
import { startProxy } from '../faults/proxy/start-proxy.ts';
import { eventually } from '../support/eventually.ts';

const PROJECT = 'e2e';
const BUCKET = 'dossier-reports';
const CHANNEL_SECRET = 'e2e-channel-secret-0123456789';
const ACCESS_TOKEN = 'e2e-access-token';

/** A run of a test: whose it is, and the event that began it. */
export interface Asked {
  readonly runId: RunId;
  readonly userId: string;
  readonly webhookEventId: string;
}

/** What must be the same at the end of a run, whatever happened on the way. */
export interface FinalState {
  readonly status: string;
  readonly stages: Readonly<Record<string, string>>;
  /** Artifact documents by id, with ids and instants of the run made neutral. */
  readonly artifacts: Readonly<Record<string, unknown>>;
  /** Stored objects by name, with their neutral text. */
  readonly objects: Readonly<Record<string, string>>;
  /** Messages pushed to the user, neutral. */
  readonly pushes: readonly unknown[];
  readonly outbox: readonly string[];
  readonly leases: number;
  readonly wakeAt: string | undefined;
}

/**
 * The embedded cloud and a fake LINE in the test's process, and the looks that tests need at what
 * lies in them. The services under test run elsewhere, or beside it.
 * @param plan what goes wrong between the services and Firestore.
 */
export async function startLocalCloud(plan: FaultPlan = {}) {
  const pubsub = await startPubSub();
  const firestoreServer = await startFirestore();
  const proxy = await startProxy('firestore', firestoreServer.address, plan);
  const objects = await startObjectStore();
  const line = await FakeLine.start({ channelSecret: CHANNEL_SECRET, accessToken: ACCESS_TOKEN });
  const firestore = new Firestore({
    projectId: PROJECT,
    host: firestoreServer.address,
    ssl: false,
  });
  const storage = new Storage({
    projectId: PROJECT,
    apiEndpoint: objects.endpoint,
    useAuthWithCustomEndpoint: false,
  });
  const store = new WorkspaceStore(firestore, systemClock);
  let users = 0;

  const environment = {
    HOST: '127.0.0.1',
    PORT: '0',
    DOSSIER_TIMINGS: 'test',
    DOSSIER_PUBLIC_URL: 'https://reports.example',
    DOSSIER_REPORT_BUCKET: BUCKET,
    GOOGLE_CLOUD_PROJECT: PROJECT,
    PUBSUB_EMULATOR_HOST: pubsub.address,
    FIRESTORE_EMULATOR_HOST: proxy.address,
    STORAGE_EMULATOR_HOST: objects.endpoint,
    METADATA_SERVER_DETECTION: 'none',
    LINE_CHANNEL_SECRET: CHANNEL_SECRET,
    LINE_CHANNEL_ACCESS_TOKEN: ACCESS_TOKEN,
    LINE_API_URL: line.url,
    LOG_LEVEL: 'silent',
  };

  async function neutralObjects(runId: RunId): Promise<Record<string, string>> {
    const [files] = await storage.bucket(BUCKET).getFiles({ prefix: `reports/${runId}/` });
    const entries = files.map(async (file) => {
      const [body] = await file.download();
      return [neutral(runId, file.name), neutral(runId, body.toString('utf8'))] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  async function neutralArtifacts(runId: RunId): Promise<Record<string, unknown>> {
    const snapshot = await firestore.collection(`workspaces/${runId}/artifacts`).get();
    return Object.fromEntries(
      snapshot.docs.map((document) => {
        const content = neutral(runId, String(document.data()['content']));
        return [document.id, JSON.parse(content) as unknown];
      }),
    );
  }

  return {
    line,
    pubsub,
    firestore,
    store,
    environment,
    settings: (change: Record<string, string> = {}): Settings =>
      readSettings({ ...environment, ...change }),

    /** Asks as a user of its own, by a signed webhook to the ingress at `url`. */
    async ask(url: string, question: string): Promise<Asked> {
      users += 1;
      const userId = `U${String(users).padStart(32, '0')}`;
      const webhookEventId = `01HE2E${String(users).padStart(20, '0')}`;
      line.webhookUrl = `${url}/line/webhook`;
      const result = await line.sendText({ userId }, question, { event: { webhookEventId } });
      if (!result.ok) throw new Error(`webhook: ${result.reason} ${result.status}`);
      return { runId: runIdOf(webhookEventId), userId, webhookEventId };
    },

    /** Waits until the run has ended and nothing is awaited any more. */
    endOf(runId: RunId, withinMs = 60_000): Promise<Workspace> {
      return eventually(
        `the end of run ${runId}`,
        async () => {
          const workspace = await store.read(runId);
          const version = workspace?.versions[String(workspace.version)];
          const ended = version !== undefined && isEnded(version.status);
          return ended && workspace?.wakeAt === undefined ? workspace : undefined;
        },
        { withinMs },
      );
    },

    async finalStateOf({ runId, userId }: Asked): Promise<FinalState> {
      const workspace = await store.read(runId);
      const version = workspace?.versions['1'];
      const stages = Object.entries(version?.stages ?? {});
      return {
        status: version?.status ?? 'missing',
        stages: Object.fromEntries(stages.map(([name, { status }]) => [name, status] as const)),
        artifacts: await neutralArtifacts(runId),
        objects: await neutralObjects(runId),
        pushes: line
          .pushesOf(userId)
          .map(({ messages }) => JSON.parse(neutral(runId, JSON.stringify(messages))) as unknown),
        outbox: Object.keys(workspace?.outbox ?? {}),
        leases: stages.filter(([, { lease }]) => lease !== undefined).length,
        wakeAt: workspace?.wakeAt,
      };
    },

    async close(): Promise<void> {
      await firestore.terminate();
      await line.close();
      await proxy.close();
      await Promise.all([pubsub.close(), firestoreServer.close(), objects.close()]);
    },
  };
}

export type LocalCloud = Awaited<ReturnType<typeof startLocalCloud>>;

/**
 * Two runs of one question differ in ids, instants, and the hashes of texts that hold them; a push that
 * is repeated does not ask again how many people it reaches.
 */
function neutral(runId: RunId, text: string): string {
  return text
    .replaceAll(runId, 'RUN')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'INSTANT')
    .replace(/"(retryKey|lineRequestId|htmlSha256|status)":"[^"]*"/g, '"$1":"…"')
    .replace(/"messageIds":\[[^\]]*\]/g, '"messageIds":[]')
    .replace(/,"recipients":\d+|"recipients":\d+,/g, '')
    .replace(/\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?(?: \d\d:\d\d)?/g, 'DATE');
}
