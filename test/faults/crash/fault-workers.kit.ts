import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@dossier/contracts';
import { eventually } from '../../support/eventually.ts';
import type { Aim, FromWorker, ToWorker } from './worker-messages.ts';

const root = resolve(import.meta.dirname, '../../..');
const READY_WITHIN_MS = 180_000;

/** How a worker process is started. */
export interface WorkerStart {
  readonly environment: Readonly<Record<string, string>>;
  /** Of the paid provider; absent: whoever the environment chooses researches. */
  readonly providerUrl?: string;
  /** All six when absent. */
  readonly services?: readonly ServiceName[];
  readonly aims?: readonly Aim[];
  readonly record?: boolean;
}

/** One worker process, from outside. */
export class FaultWorker {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #messages: FromWorker[] = [];
  #output = '';

  constructor() {
    this.#child = spawn(
      process.execPath,
      ['--import', './tools/register.mjs', join(import.meta.dirname, 'fault-worker.ts')],
      {
        cwd: root,
        env: {
          PATH: process.env['PATH'] ?? '',
          METADATA_SERVER_DETECTION: 'none',
          // Compiling the Google clients is most of a start.
          NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/dossier-fault-worker'),
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    this.#exited = once(this.#child, 'exit');
    this.#child.on('message', (message: FromWorker) => this.#messages.push(message));
    const keep = (data: Buffer): void => {
      this.#output += String(data);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
  }

  /** Starts it with its settings; resolves when it works, or when it died of a kill before that. */
  async go({ services = SERVICE_NAMES, aims = [], record = false, ...rest }: WorkerStart) {
    await this.#said('loaded');
    this.#send({ kind: 'go', services, aims, record, ...rest });
    await this.#said('ready');
  }

  aim(aims: readonly Aim[]): void {
    this.#send({ kind: 'aim', aims });
  }

  forget(runId: string): void {
    this.#send({ kind: 'forget', runId });
  }

  /** Where it listens; undefined before that, and when it is dead. */
  get url(): string | undefined {
    return this.isRunning ? this.#find('ready')[0]?.url : undefined;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Everything that it wrote, for a failing test. */
  get output(): string {
    return this.#output;
  }

  /** Points that it told of while recording, in their order. */
  pointsOf(runId: string): string[] {
    return this.#find('reached')
      .filter((message) => message.runId === runId)
      .map(({ point }) => point);
  }

  /** Requests that left it outside of every named boundary. */
  get unnamedRequests(): string[] {
    return this.#find('unnamed').map(({ place, request }) => `${place}: ${request}`);
  }

  /** True when it will not die of the run, which had ended elsewhere. */
  hasForgotten(runId: string): boolean {
    return this.#find('forgotten').some((message) => message.runId === runId);
  }

  /** The runs that stood at their points when it killed itself. */
  get struck(): readonly string[] {
    return this.#find('striking').at(-1)?.runIds ?? [];
  }

  /** How often an attempt of the run lost its lease without a crash. */
  staleAttemptsOf(runId: string): number {
    return this.#find('stale').filter((message) => message.runId === runId).length;
  }

  /** SIGSTOP: it stands still, with everything that it holds, until it is thawed. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  /** SIGCONT. */
  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  /** kill -9. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  #send(message: ToWorker): void {
    // Whoever dies in this moment hears nothing any more.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #find<K extends FromWorker['kind']>(kind: K): Extract<FromWorker, { kind: K }>[] {
    return this.#messages.filter(
      (message): message is Extract<FromWorker, { kind: K }> => message.kind === kind,
    );
  }

  async #said(kind: FromWorker['kind']): Promise<void> {
    const heard = (): boolean => this.#find(kind).length > 0 || !this.isRunning;
    await eventually(`a worker is ${kind}`, heard, { withinMs: READY_WITHIN_MS });
    const hasFailed = !this.isRunning && this.#child.signalCode === null;
    if (hasFailed) throw new Error(`a worker could not start:\n${this.#output}`);
  }
}

/** Worker processes that import everything and wait: a start costs seconds, a crash must not. */
export class StandbyWorkers {
  readonly #waiting: FaultWorker[] = [];
  readonly #all: FaultWorker[] = [];

  /** Lets one more get ready, for a `take` to come. */
  prepare(): void {
    this.#waiting.push(this.#started());
  }

  /** The one that has waited longest, or a new one. */
  take(): FaultWorker {
    return this.#waiting.shift() ?? this.#started();
  }

  /** Ends all of them, waiting and working. */
  async close(): Promise<void> {
    await Promise.all(this.#all.filter(({ isRunning }) => isRunning).map((each) => each.kill()));
  }

  #started(): FaultWorker {
    const worker = new FaultWorker();
    this.#all.push(worker);
    return worker;
  }
}
