import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Firestore } from '@google-cloud/firestore';
import { PubSub } from '@google-cloud/pubsub';
import { Storage } from '@google-cloud/storage';

const REGISTER = new URL('../../tools/register.mjs', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../../libs/embedded/src/main.ts', import.meta.url));
const ANY_PORTS = ['--pubsub', '0', '--firestore', '0', '--storage', '0'];

let folder: string;
let children: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emulators-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

function launch(...args: string[]) {
  const child = spawn(process.execPath, ['--import', REGISTER, MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

type Environment = Readonly<Record<string, string>>;

async function start(): Promise<{ child: ReturnType<typeof launch>; environment: Environment }> {
  const child = launch('--data', folder, ...ANY_PORTS, '--json');
  for await (const line of createInterface({ input: child.stdout })) {
    const parsed: unknown = JSON.parse(line);
    const entries: [string, unknown][] = Object.entries(Object(parsed) as object);
    return {
      child,
      environment: Object.fromEntries(entries.map(([key, value]) => [key, String(value)])),
    };
  }
  throw new Error(`the emulators ended before they were listening: ${await text(child.stderr)}`);
}

async function stop(
  child: ReturnType<typeof launch>,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  return child.exitCode;
}

async function end(child: ReturnType<typeof launch>) {
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, stderr };
}

/** The real clients, led here by nothing but the environment that was printed. */
async function withClients<T>(
  environment: Environment,
  work: (clients: { pubsub: PubSub; firestore: Firestore; storage: Storage }) => Promise<T>,
): Promise<T> {
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  const pubsub = new PubSub();
  const firestore = new Firestore();
  const storage = new Storage();
  try {
    return await work({ pubsub, firestore, storage });
  } finally {
    await Promise.all([pubsub.close(), firestore.terminate()]);
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

describe('npm run emulators', () => {
  it('serves all three clients, ends cleanly, and finds everything after a restart', async () => {
    const first = await start();
    await withClients(first.environment, async ({ pubsub, firestore, storage }) => {
      const [topic] = await pubsub.createTopic('news');
      await topic.createSubscription('reader');
      await topic.publishMessage({ data: Buffer.from('kept message') });
      await firestore.doc('notes/1').create({ text: 'kept document' });
      await storage.createBucket('kept-bucket');
      await storage.bucket('kept-bucket').file('頁.html').save('kept object');
    });
    expect(await stop(first.child, 'SIGTERM')).toBe(0);

    const second = await start();
    await withClients(second.environment, async ({ pubsub, firestore, storage }) => {
      const subscription = pubsub.subscription('reader');
      const received = new Promise<string>((resolve, reject) => {
        subscription.once('error', reject);
        subscription.once('message', (message: { data: Buffer; ack(): void }) => {
          message.ack();
          resolve(message.data.toString());
        });
      });
      expect(await received).toBe('kept message');
      await subscription.close();
      expect((await firestore.doc('notes/1').get()).data()).toEqual({ text: 'kept document' });
      const [bytes] = await storage.bucket('kept-bucket').file('頁.html').download();
      expect(bytes.toString()).toBe('kept object');
    });
    expect(await stop(second.child, 'SIGINT')).toBe(0);
  });

  it('refuses a folder that is served already, and takes it over from a killed owner', async () => {
    const { child } = await start();
    const refused = await end(launch('--data', folder, ...ANY_PORTS));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      `is in use by process ${child.pid}. Stop it first, or choose another data folder. (--data DIR)`,
    );
    await stop(child, 'SIGKILL');
    const next = await start();
    expect(await stop(next.child, 'SIGTERM')).toBe(0);
  });

  it.each(['pubsub', 'firestore', 'storage'])(
    'refuses a taken port and names the option: %s',
    async (server) => {
      const other = createServer();
      other.listen(0, '127.0.0.1');
      await once(other, 'listening');
      try {
        const address = other.address();
        const port = address !== null && typeof address === 'object' ? address.port : 0;
        const options = [...ANY_PORTS, `--${server}`, String(port)];
        const refused = await end(launch('--data', folder, ...options));
        expect(refused.code).toBe(1);
        expect(refused.stderr).toContain(String(port));
        expect(refused.stderr).toContain(`--${server} PORT`);
        expect(refused.stderr).not.toContain('    at ');
      } finally {
        other.close();
      }
      const { child } = await start();
      expect(await stop(child, 'SIGTERM')).toBe(0);
    },
  );

  it.each([
    [['--unknown'], '--unknown'],
    [['--storage', '99999'], '--storage needs a port number'],
    [['--data', ''], '--data needs the name of a folder'],
  ])('explains bad usage: %j', async (args, words) => {
    const { code, stderr } = await end(launch(...args));
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(stderr).toContain('Usage: npm run emulators');
  });

  it('prints export lines without --json', async () => {
    const child = launch('--data', folder, ...ANY_PORTS);
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (lines.length === 5) break;
    }
    expect(lines.every((line) => /^export [A-Z_]+=\S+$/.test(line))).toBe(true);
    expect(lines.join('\n')).toMatch(/STORAGE_EMULATOR_HOST=http:\/\/127\.0\.0\.1:\d+/);
    expect(await stop(child, 'SIGTERM')).toBe(0);
  });
});
