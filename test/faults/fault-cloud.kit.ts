import { Firestore } from '@google-cloud/firestore';
import { Storage } from '@google-cloud/storage';
import { isEnded, namesOf, runIdOf, STAGE_NAMES, type Workspace } from '@dossier/contracts';
import {
  startFirestore,
  startObjectStore,
  startPubSub,
  type RunningPubSub,
} from '@dossier/embedded';
import { FakeLine } from '@dossier/fake-line';
import { systemClock } from '@dossier/platform';
import { WorkspaceStore } from '@dossier/workspace';
import { eventually } from '../support/eventually.ts';
import type { ObservedRun } from './invariants.ts';
import { observeRun, type AskedRun, type TracesOfRuns } from './observe-run.ts';
import { PaidProvider, type PaidProviderOptions } from './paid-provider.ts';
import { UploadJournal } from './upload-journal.ts';

const CHANNEL_SECRET = 'faults-channel-secret-0123456789';
const ACCESS_TOKEN = 'faults-access-token';
/** About as long as the leases of the tests' timings; a busy machine needs some of it between two calls. */
const ABANDONED_TRANSACTION_MS = 4_000;
/** Longer than LINE's 2 s: a machine busy with dozens of runs is not what these tests are about. */
const WEBHOOK_TIMEOUT_MS = 12_000;
/** LINE does not hammer on an ingress that is slow. */
const REDELIVERY_MS = 500;

/** A run that a test asks for; its id is known before anybody has heard of it. */
export interface PlannedRun extends AskedRun {
  readonly webhookEventId: string;
}

/** The embedded cloud, a fake LINE and the paid provider in the test's process. */
export class FaultCloud {
  readonly line: FakeLine;
  readonly provider: PaidProvider;
  readonly hosts: Readonly<Record<'pubsub' | 'firestore' | 'storage', string>>;
  readonly #pubsub: RunningPubSub;
  readonly #uploads: UploadJournal;
  readonly #closers: readonly (() => Promise<void>)[];
  #runs = 0;

  private constructor(
    parts: Pick<FaultCloud, 'line' | 'provider' | 'hosts'>,
    pubsub: RunningPubSub,
    uploads: UploadJournal,
    closers: readonly (() => Promise<void>)[],
  ) {
    this.line = parts.line;
    this.provider = parts.provider;
    this.hosts = parts.hosts;
    this.#pubsub = pubsub;
    this.#uploads = uploads;
    this.#closers = closers;
  }

  static async start(options: { provider?: PaidProviderOptions } = {}): Promise<FaultCloud> {
    const uploads = new UploadJournal();
    const pubsub = await startPubSub();
    // Whoever dies inside a transaction leaves its locks behind, for a minute in production.
    const firestore = await startFirestore({ timeouts: { idleMs: ABANDONED_TRANSACTION_MS } });
    const objects = await startObjectStore({ log: uploads.log });
    const line = await FakeLine.start({
      channelSecret: CHANNEL_SECRET,
      accessToken: ACCESS_TOKEN,
      quota: { type: 'none' },
      webhookTimeoutMs: WEBHOOK_TIMEOUT_MS,
    });
    const provider = await PaidProvider.start(options.provider);
    const hosts = {
      pubsub: pubsub.address,
      firestore: firestore.address,
      storage: objects.endpoint,
    };
    const servers = [provider, line, pubsub, firestore, objects];
    const closers = servers.map((server) => () => server.close());
    return new FaultCloud({ line, provider, hosts }, pubsub, uploads, closers);
  }

  /** A project of its own: nothing in it meets what goes on in another lane. */
  lane(project: string): Lane {
    return new Lane(this, project, this.#uploads);
  }

  /** The next run of a test: a user, an event and a question of its own. */
  nextRun(): PlannedRun {
    this.#runs += 1;
    const number = String(this.#runs).padStart(6, '0');
    const webhookEventId = `01HFAULT${number.padStart(18, '0')}`;
    return {
      key: { runId: runIdOf(webhookEventId), version: 1 },
      webhookEventId,
      userId: `U${number.padStart(32, '0')}`,
      // Of one length, so that two questions are cut and wrapped alike.
      question: `青嶼港渡輪改用電力以後有什麼變化？提問編號甲${number}乙`,
    };
  }

  /** Commands of a project that no worker has acknowledged yet: each is, or will be, delivered. */
  unacknowledged(project: string): number {
    const stats = this.#pubsub.stats();
    return STAGE_NAMES.map((stage) => {
      const name = `projects/${project}/subscriptions/${namesOf(stage).subscription}`;
      return stats[name]?.backlog ?? 0;
    }).reduce((sum, backlog) => sum + backlog, 0);
  }

  async close(): Promise<void> {
    for (const close of this.#closers) await close();
  }
}

/** One project in the cloud: the environment of its workers, and looks at what they leave. */
export class Lane {
  readonly environment: Readonly<Record<string, string>>;
  readonly #cloud: FaultCloud;
  readonly #traces: TracesOfRuns;

  constructor(cloud: FaultCloud, project: string, uploads: UploadJournal) {
    const { hosts, line, provider } = cloud;
    const bucket = `${project}-reports`;
    const firestore = new Firestore({ projectId: project, host: hosts.firestore, ssl: false });
    const storage = new Storage({
      projectId: project,
      apiEndpoint: hosts.storage,
      useAuthWithCustomEndpoint: false,
    });
    this.#cloud = cloud;
    this.#traces = {
      firestore,
      store: new WorkspaceStore(firestore, systemClock),
      bucket: storage.bucket(bucket),
      uploads,
      line,
      provider,
    };
    this.environment = {
      HOST: '127.0.0.1',
      PORT: '0',
      DOSSIER_TIMINGS: 'test',
      DOSSIER_PUBLIC_URL: 'https://reports.example',
      DOSSIER_REPORT_BUCKET: bucket,
      DOSSIER_MAX_IN_FLIGHT: '50',
      GOOGLE_CLOUD_PROJECT: project,
      PUBSUB_EMULATOR_HOST: hosts.pubsub,
      FIRESTORE_EMULATOR_HOST: hosts.firestore,
      STORAGE_EMULATOR_HOST: hosts.storage,
      METADATA_SERVER_DETECTION: 'none',
      LINE_CHANNEL_SECRET: CHANNEL_SECRET,
      LINE_CHANNEL_ACCESS_TOKEN: ACCESS_TOKEN,
      LINE_API_URL: line.url,
      LOG_LEVEL: 'silent',
    };
  }

  /**
   * Asks for the run by a signed webhook, and again like LINE until it is accepted: whenever the
   * ingress is down, slow or refuses. `ingressUrl` is looked up for each try; undefined while there is
   * none.
   */
  async ask(
    run: PlannedRun,
    ingressUrl: () => string | undefined,
    withinMs = 60_000,
  ): Promise<void> {
    const { line } = this.#cloud;
    const { userId, question, webhookEventId } = run;
    let events: readonly object[] | undefined;
    await eventually(
      `webhook of ${run.key.runId} accepted`,
      async () => {
        const url = ingressUrl();
        if (url === undefined) return false;
        // Read at once by the sending, so that another lane's address does not come between.
        line.webhookUrl = `${url}/line/webhook`;
        const result = await (events === undefined
          ? line.sendText({ userId }, question, { event: { webhookEventId } })
          : line.redeliver(events));
        events = result.events;
        return result.ok;
      },
      { withinMs, everyMs: REDELIVERY_MS },
    );
  }

  /** True when the run has ended and nothing is awaited any more. */
  async hasEnded(run: PlannedRun): Promise<boolean> {
    return (await this.endedOf([run])).length === 1;
  }

  /** Those of the runs that have ended and for which nothing is awaited any more; one read for all. */
  async endedOf(runs: readonly PlannedRun[]): Promise<PlannedRun[]> {
    if (runs.length === 0) return [];
    const { firestore } = this.#traces;
    const documents = runs.map(({ key }) => firestore.doc(`workspaces/${key.runId}`));
    const snapshots = await firestore.getAll(...documents);
    return runs.filter(({ key }, index) => {
      const data = snapshots[index]?.data();
      if (data === undefined) return false;
      // Only WorkspaceStore writes these documents.
      const { versions, wakeAt } = data as Workspace;
      const version = versions[String(key.version)];
      return version !== undefined && isEnded(version.status) && wakeAt === undefined;
    });
  }

  /** Waits for the end of a run. @throws Error with its workspace when it does not come. */
  async endOf(run: PlannedRun, withinMs = 60_000): Promise<void> {
    const { runId } = run.key;
    await eventually(`the end of run ${runId}`, () => this.hasEnded(run), {
      withinMs,
      everyMs: 50,
    }).catch(async (error: unknown) => {
      const workspace = await this.#traces.store.read(runId);
      throw new Error(`${String(error)}\n${JSON.stringify(workspace, null, 2)}`);
    });
  }

  observe(run: PlannedRun): Promise<ObservedRun> {
    return observeRun(run, this.#traces);
  }

  async close(): Promise<void> {
    await this.#traces.firestore.terminate();
  }
}
