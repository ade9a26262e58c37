import { Firestore } from '@google-cloud/firestore';
import type { LedgerEntry } from '@dossier/contracts';
import { FakeGemini, type SeenRequest } from '@dossier/fake-gemini';
import { systemClock } from '@dossier/platform';
import { CallRecords } from '@dossier/workspace';
import type {
  FaultWorker,
  StandbyWorkers,
  WorkerStart,
} from '../faults/crash/fault-workers.kit.ts';
import { duplicateEveryMessage } from '../e2e/duplicate-every-message.kit.ts';
import type { FaultCloud, Lane, PlannedRun } from '../faults/fault-cloud.kit.ts';
import { eventually } from '../support/eventually.ts';
import { attemptsWithoutCommit, type ObservedRun } from '../faults/invariants.ts';

/** The same in every run, so that a model says the same: what differs was done by a crash. */
export const QUESTION = '青嶼港渡輪改用電力以後有什麼變化？';

const MOST_TRIES = 4;
/** A busy machine takes its time. */
export const END_WITHIN_MS = 180_000;

/** What is left of a run on Gemini. */
export interface SeenRun extends ObservedRun {
  /** At Gemini, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** `workspaces/{runId}/ledger` */
  readonly ledger: readonly LedgerEntry[];
}

/** What `work` gives, from its first try in which no attempt was cut off but by the test's own `deaths`. */
export async function untilCalm<T extends { readonly seen: ObservedRun }>(
  deaths: number,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const result = await work();
    if (tries === MOST_TRIES || attemptsWithoutCommit(result.seen.audit) <= deaths) return result;
  }
}

/** One project with a Gemini of its own, and the processes that work there one after another. */
export class GeminiLane {
  readonly gemini: FakeGemini;
  readonly lane: Lane;
  readonly standby: StandbyWorkers;
  readonly #cloud: FaultCloud;
  readonly #name: string;
  readonly #firestore: Firestore;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #workers: FaultWorker[] = [];
  /** Requests of runs before the present one. */
  #before = 0;

  private constructor(
    cloud: FaultCloud,
    standby: StandbyWorkers,
    name: string,
    gemini: FakeGemini,
    environment: Readonly<Record<string, string>>,
  ) {
    this.gemini = gemini;
    this.lane = cloud.lane(name);
    this.#cloud = cloud;
    this.#name = name;
    this.standby = standby;
    const { firestore: host } = cloud.hosts;
    this.#firestore = new Firestore({ projectId: name, host, ssl: false });
    this.#environment = {
      ...this.lane.environment,
      DOSSIER_PROVIDER: 'gemini',
      GEMINI_API_KEY: gemini.apiKey,
      GEMINI_BASE_URL: gemini.url,
      DOSSIER_LINK_SECRET: 'a-secret-that-signs-links-in-tests',
      LOG_LEVEL: 'debug',
      ...environment,
    };
  }

  static async start(
    { cloud, standby }: { readonly cloud: FaultCloud; readonly standby: StandbyWorkers },
    name: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<GeminiLane> {
    return new GeminiLane(cloud, standby, name, await FakeGemini.start(), environment);
  }

  /** The next process; it dies at `aims` by itself. */
  async startWorker(how: Pick<WorkerStart, 'aims' | 'services'> = {}): Promise<FaultWorker> {
    const worker = this.standby.take();
    this.#workers.push(worker);
    await worker.go({ environment: this.#environment, ...how });
    return worker;
  }

  /** Whoever was started last. */
  get worker(): FaultWorker {
    const worker = this.#workers.at(-1);
    if (worker === undefined) throw new Error('nobody works in this lane');
    return worker;
  }

  /** Everything that the processes of this lane wrote. */
  get output(): string {
    return this.#workers.map(({ output }) => output).join('\n');
  }

  /** A run that nobody has asked for yet; one at a time, since requests say nothing about whose they are. */
  nextRun(): PlannedRun {
    this.#before = this.gemini.requests.length;
    return { ...this.#cloud.nextRun(), question: QUESTION };
  }

  /** A further version of a run: what comes now counts as its own. */
  nextVersion(run: PlannedRun): PlannedRun {
    this.#before = this.gemini.requests.length;
    return { ...run, key: { ...run.key, version: run.key.version + 1 } };
  }

  /** A run that nobody disturbs, to its end; tried again when a machine too busy to renew a lease did. */
  undisturbed(): Promise<{ run: PlannedRun; seen: SeenRun }> {
    return untilCalm(0, async () => {
      const run = this.nextRun();
      await this.ask(run);
      await this.lane.endOf(run, END_WITHIN_MS);
      return { run, seen: await this.observe(run) };
    });
  }

  async ask(run: PlannedRun): Promise<void> {
    await this.lane.ask(run, () => this.worker.url);
  }

  /** What somebody says in a chat that there is already. */
  async say({ userId }: PlannedRun, text: string): Promise<void> {
    const { line } = this.#cloud;
    line.webhookUrl = `${this.worker.url ?? ''}/line/webhook`;
    const { ok } = await line.sendText({ userId }, text);
    if (!ok) throw new Error(`"${text}" was not taken`);
  }

  /** Requests of the present run. */
  get requests(): readonly SeenRequest[] {
    return this.gemini.requests.slice(this.#before);
  }

  /** Names of the artifacts and steps of a version that are saved. */
  async saved({ key }: PlannedRun): Promise<string[]> {
    const artifacts = this.#firestore.collection(`workspaces/${key.runId}/artifacts`);
    const names = (await artifacts.listDocuments()).map(({ id }) => id);
    return names.filter((name) => name.startsWith(`${key.version}.`));
  }

  async observe(run: PlannedRun): Promise<SeenRun> {
    const records = new CallRecords(this.#firestore, systemClock);
    const [seen, entries] = await Promise.all([
      this.lane.observe(run),
      records.read(run.key.runId),
    ]);
    const ledger = entries.filter(({ version }) => version === run.key.version);
    return { ...seen, requests: this.requests, ledger };
  }

  /** Delivers every message of this lane twice from now on. */
  duplicateMessages(): ReturnType<typeof duplicateEveryMessage> {
    return duplicateEveryMessage(this.#cloud.hosts.pubsub, this.#name);
  }

  /** Resolves when no message is waiting any more. */
  async allTaken(): Promise<void> {
    const areTaken = (): boolean => this.#cloud.unacknowledged(this.#name) === 0;
    await eventually('every message is taken', areTaken, { withinMs: 60_000 });
  }

  /** Ends the processes of this lane. */
  async stop(): Promise<void> {
    for (const worker of this.#workers) if (worker.isRunning) await worker.kill();
  }

  /** The processes are ended by whoever started them all. */
  async close(): Promise<void> {
    await this.#firestore.terminate();
    await this.lane.close();
    await this.gemini.close();
  }
}
