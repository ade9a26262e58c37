import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const REGISTER = new URL('../../../tools/register.mjs', import.meta.url).href;
const PROCESS = fileURLToPath(new URL('./firestore-process.ts', import.meta.url));

/** A server in a process of its own that comes back on the same port with the same file. */
export class KillableFirestore {
  readonly #folder: string;
  readonly #mode: string;
  #port = 0;
  #child: ChildProcess | undefined;

  private constructor(folder: string, mode: string) {
    this.#folder = folder;
    this.#mode = mode;
  }

  /** Starts a server on an empty file and any free port. */
  static async start(mode: 'pessimistic' | 'optimistic' = 'pessimistic') {
    const folder = await mkdtemp(join(tmpdir(), 'firestore-'));
    const server = new KillableFirestore(folder, mode);
    await server.#launch();
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Ends the process by the signal and, once it is gone, starts the next one. */
  async restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await this.#end(signal);
    await this.#launch();
  }

  /** Ends the process and removes its file. */
  async close(): Promise<void> {
    await this.#end('SIGKILL');
    await rm(this.#folder, { recursive: true });
  }

  async #launch(): Promise<void> {
    const args = [join(this.#folder, 'firestore.sqlite'), String(this.#port), this.#mode];
    const child = spawn(process.execPath, ['--import', REGISTER, PROCESS, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      this.#port = Number(line);
      return;
    }
    throw new Error('the server ended before it was ready; its reason is on stderr');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
