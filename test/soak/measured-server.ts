import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Sample } from './trend.ts';

const REGISTER = new URL('../../tools/register.mjs', import.meta.url).href;
const PROCESS = fileURLToPath(new URL('./server-process.ts', import.meta.url));

/** One of the embedded servers in a child process. */
export class MeasuredServer {
  readonly name: string;
  readonly address: string;
  readonly samples: Sample[] = [];
  /** The most messages the server held in memory at a sample. */
  mostInMemory = 0;
  readonly #child: ChildProcess;

  private constructor(name: string, address: string, child: ChildProcess) {
    this.name = name;
    this.address = address;
    this.#child = child;
  }

  /** @throws Error when the process ends before it serves. */
  static async start(name: 'pubsub' | 'firestore', database: string): Promise<MeasuredServer> {
    const execArgv = ['--expose-gc', '--enable-source-maps', '--import', REGISTER];
    const child = fork(PROCESS, [name, database], { execArgv });
    const address = fieldOf(await answerOf(child), 'address');
    return new MeasuredServer(name, String(address), child);
  }

  /** Takes a sample: collects garbage there, then reads the memory. */
  async sample(): Promise<void> {
    const answer = answerOf(this.#child);
    this.#child.send('sample');
    const seen = await answer;
    const heap = Number(fieldOf(seen, 'heap'));
    this.samples.push({ atMs: performance.now(), heap, rss: Number(fieldOf(seen, 'rss')) });
    this.mostInMemory = Math.max(this.mostInMemory, Number(fieldOf(seen, 'inMemory')));
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    const force = setTimeout(() => this.#child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(force);
  }
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const gone = new AbortController();
  const died = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
    throw new Error(`a server ended during the soak, with code ${String(code)}`);
  });
  try {
    const [answer] = (await Promise.race([once(child, 'message'), died])) as unknown[];
    return answer;
  } finally {
    died.catch(() => undefined);
    gone.abort();
  }
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}
