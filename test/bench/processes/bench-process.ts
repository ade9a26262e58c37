import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { BenchFailure } from '../bench-failure.ts';
import { cpuMsOf, memoryOf, type Memory } from './process-usage.ts';

const root = resolve(import.meta.dirname, '../../..');
const READY_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 15_000;
/** Node writes a profile (NODE_OPTIONS=--cpu-prof) only when its process ends by itself. */
const STOP_SIGNAL = process.env['NODE_OPTIONS'] === undefined ? 'SIGKILL' : 'SIGTERM';
/** Lines of a process's output that a failure repeats. */
const LINES_KEPT = 20;

/** How a process is started; its environment is only what is given here, PATH and NODE_OPTIONS. */
export interface BenchProcessOptions {
  /** For progress and failures. */
  readonly name: string;
  /** Arguments of node, from the root of the repository. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The line of output that says that the process is ready; its first group is kept. */
  readonly ready: RegExp;
}

const alive = new Set<ChildProcess>();
process.once('exit', () => alive.forEach((child) => child.kill('SIGKILL')));

/** A process of its own that the benchmark measures or measures against. */
export class BenchProcess {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #listeners = new Set<(line: string) => void>();
  #readyText = '';
  #readyMs = 0;

  private constructor({ name, args, environment }: BenchProcessOptions) {
    this.name = name;
    const kept = Object.entries(process.env).filter(([key]) =>
      ['PATH', 'NODE_OPTIONS'].includes(key),
    );
    this.#child = spawn(process.execPath, [...args], {
      cwd: root,
      env: { ...Object.fromEntries(kept), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    alive.add(this.#child);
    this.#child.once('exit', () => alive.delete(this.#child));
  }

  /** Starts it and waits until it is ready. @throws BenchFailure with its last lines when it ends before. */
  static async start(options: BenchProcessOptions): Promise<BenchProcess> {
    const started = performance.now();
    const bench = new BenchProcess(options);
    const ready = new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(bench.#failure('was not ready in time')),
        READY_WITHIN_MS,
      );
      bench.onLine((line) => {
        const found = options.ready.exec(line);
        if (found === null || bench.#readyMs > 0) return;
        bench.#readyMs = performance.now() - started;
        bench.#readyText = found[1] ?? found[0];
        clearTimeout(late);
        resolve();
      });
      bench.#child.once('close', () => {
        clearTimeout(late);
        reject(bench.#failure('ended before it was ready'));
      });
    });
    for (const stream of [bench.#child.stdout, bench.#child.stderr]) {
      if (stream !== null) createInterface(stream).on('line', (line) => bench.#hear(line));
    }
    try {
      await ready;
    } catch (error) {
      await bench.stop();
      throw error;
    }
    return bench;
  }

  /** Milliseconds from the spawn to the line that said "ready". */
  get readyMs(): number {
    return this.#readyMs;
  }

  /** What the ready line said: an address, or settings as JSON. */
  get readyText(): string {
    return this.#readyText;
  }

  /** Calls back with every line that it writes from now on. */
  onLine(listener: (line: string) => void): void {
    this.#listeners.add(listener);
  }

  memory(): Memory {
    return memoryOf(this.#child.pid);
  }

  /** Processor time used so far, in milliseconds. */
  cpuMs(): number | null {
    return cpuMsOf(this.#child.pid);
  }

  /** Ends it at once: nothing that it still does is measured, and its data is thrown away. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(STOP_SIGNAL);
    const force = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    await exited;
    clearTimeout(force);
  }

  #hear(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > LINES_KEPT) this.#lines.shift();
    for (const listener of this.#listeners) listener(line);
  }

  #failure(what: string): BenchFailure {
    return new BenchFailure(`${this.name} ${what}. It wrote:\n${this.#lines.join('\n')}`);
  }
}
