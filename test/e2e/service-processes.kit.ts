import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@dossier/contracts';
import { eventually } from '../support/eventually.ts';

const root = resolve(import.meta.dirname, '../..');

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

/**
 * The six services as six processes, each started as `npm run serve NAME` does.
 */
export class ServiceProcesses {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #running = new Map<ServiceName, Running>();
  /** The newest process of each service, ready or not. */
  readonly #children = new Map<ServiceName, ChildProcess>();
  readonly #output: string[] = [];
  readonly #restarts: Promise<void>[] = [];

  private constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  static async start(
    environment: Readonly<Record<string, string>>,
    names: readonly ServiceName[] = SERVICE_NAMES,
  ): Promise<ServiceProcesses> {
    const processes = new ServiceProcesses(environment);
    const starts = await Promise.allSettled(names.map((name) => processes.#launch(name)));
    const failure = starts.find((start) => start.status === 'rejected');
    if (failure === undefined) return processes;
    await processes.stop();
    throw new Error(`not all services started:\n${processes.output}`, { cause: failure.reason });
  }

  /** Where the ingress listens. */
  get ingressUrl(): string {
    return this.#get('ingress').url;
  }

  /** Everything that the processes wrote, for a failing test. */
  get output(): string {
    return this.#output.join('');
  }

  /** kill -9, at once. The process is started again, as a platform would. */
  kill(name: ServiceName): void {
    const { child } = this.#get(name);
    this.#restarts.push(once(child, 'exit').then(() => this.#launch(name)));
    child.kill('SIGKILL');
  }

  /** Stops all of them, as a platform does unless told otherwise. @returns their exit codes. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number[]> {
    // A service that is starting again is let finish, so that it stops like the others.
    await Promise.all(this.#restarts);
    return Promise.all(
      [...this.#children.values()].map(async (child) => {
        if (hasEnded(child)) return child.exitCode ?? -1;
        const exited = once(child, 'exit');
        child.kill(signal);
        await exited;
        return child.exitCode ?? -1;
      }),
    );
  }

  async #launch(name: ServiceName): Promise<void> {
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', '--import', './tools/register.mjs', 'tools/serve.mjs', name],
      {
        cwd: root,
        env: { PATH: process.env['PATH'] ?? '', ...this.#environment, LOG_LEVEL: 'info' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#children.set(name, child);
    let log = '';
    const keep = (data: Buffer): void => {
      log += String(data);
      this.#output.push(String(data));
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const url = await eventually(
      `${name} ready`,
      () => /"url":"([^"]+)"/.exec(log)?.[1] ?? (hasEnded(child) && failed(name)),
      { withinMs: 100_000 },
    );
    this.#running.set(name, { child, url });
  }

  #get(name: ServiceName): Running {
    const running = this.#running.get(name);
    if (running === undefined) throw new Error(`${name} is not running`);
    return running;
  }
}

function failed(name: ServiceName): never {
  throw new Error(`${name} ended before it was ready`);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
