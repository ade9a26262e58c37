import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import type { Message, PublishOptions } from '@google-cloud/pubsub';
import {
  cleanUp,
  aTopic,
  aTopicWithDeadLetters,
  clientOf,
  rawClientsOf,
  onCleanUp,
  startPubSubUnderTest,
  startServer,
  until,
  working,
} from './pubsub-under-test.ts';

const REGISTER = new URL('../../../tools/register.mjs', import.meta.url).href;
const PROCESS = fileURLToPath(new URL('./pubsub-process.ts', import.meta.url));

/** Bounds the whole publish call, which `timeout` alone does not: the client retries for minutes. */
const bounded = (ms: number): PublishOptions => ({
  gaxOpts: {
    timeout: ms,
    retry: {
      retryCodes: [1, 2, 4, 8, 10, 13, 14],
      backoffSettings: {
        initialRetryDelayMillis: 100,
        retryDelayMultiplier: 1.5,
        maxRetryDelayMillis: 1000,
        initialRpcTimeoutMillis: ms,
        rpcTimeoutMultiplier: 1,
        maxRpcTimeoutMillis: ms,
        totalTimeoutMillis: ms,
      },
    },
  },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dossier-pubsub-'));
});
afterAll(async () => {
  await cleanUp();
  await rm(folder, { recursive: true });
});

interface ServerProcess {
  readonly child: ChildProcess;
  readonly port: number;
  readonly httpPort: number;
}

/** @param limitKiB how large a file the process may write, as on a disk that is almost full. */
async function startProcess(file: string, port = 0, limitKiB?: number): Promise<ServerProcess> {
  const server = [process.execPath, '--import', REGISTER, PROCESS, file, String(port)];
  // Ignoring the signal turns a write beyond the limit into an error, as a full disk would.
  const script = `trap '' XFSZ; ulimit -f ${limitKiB}; exec "$@"`;
  const [command = '', ...args] =
    limitKiB === undefined ? server : ['bash', '-c', script, 'bash', ...server];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onCleanUp(() => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const [grpcPort, httpPort] = line.split(' ').map(Number);
    if (grpcPort !== undefined && httpPort !== undefined)
      return { child, port: grpcPort, httpPort };
  }
  throw new Error('the server ended before it was listening');
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('durability', () => {
  it.concurrent(
    'keeps every confirmed message through five kills under load',
    async () => {
      const database = join(folder, 'killed.sqlite');
      let { child, port } = await startProcess(database);
      const client = clientOf(`127.0.0.1:${port}`);
      const { topic, subscription } = await aTopic(
        client,
        {},
        { batching: { maxMessages: 50, maxMilliseconds: 5 }, ...bounded(3000) },
      );
      const confirmed = new Set<string>();
      const handled = new Set<string>();
      const worker = client.subscription(subscription.name, { flowControl: { maxMessages: 200 } });
      worker.on('message', (message: Message) => {
        void working(Number(message.data.toString()) % 40).then(() => {
          handled.add(message.data.toString());
          message.ack();
        });
      });
      let stopping = false;
      let sequence = 0;
      const publisher = async (): Promise<void> => {
        while (!stopping) {
          const text = String(sequence++);
          // A failed publish is not confirmed, so it may be lost: only what succeeds counts.
          const published = topic.publishMessage({ data: Buffer.from(text) });
          await published.then(
            () => confirmed.add(text),
            () => undefined,
          );
        }
      };
      const publishers = Array.from({ length: 40 }, publisher);
      for (let kills = 0; kills < 5; kills += 1) {
        const before = confirmed.size;
        await until('400 more are confirmed', () => confirmed.size >= before + 400, 30_000);
        await kill(child);
        ({ child, port } = await startProcess(database, port));
      }
      stopping = true;
      await Promise.all(publishers);
      const lost = () => [...confirmed].filter((text) => !handled.has(text));
      await until('everything confirmed is handled', () => lost().length === 0, 60_000);
      expect(confirmed.size).toBeGreaterThanOrEqual(2000);
      await worker.close();
      await client.close();
      await kill(child);
    },
    120_000,
  );

  it.concurrent('lets a publish fail in bounded time while the server is down', async () => {
    const pubsub = await startPubSubUnderTest();
    const { topic: slow } = await aTopic(pubsub.client, {}, { gaxOpts: { timeout: 4000 } });
    const { topic: tight } = await aTopic(pubsub.client, {}, bounded(4000));
    await pubsub.server.close();
    const failing = async (topic: typeof slow) => {
      const started = Date.now();
      await expect(topic.publishMessage({ data: Buffer.from('x') })).rejects.toThrow();
      return Date.now() - started;
    };
    const [slowMs, tightMs] = await Promise.all([failing(slow), failing(tight)]);
    expect(slowMs).toBeLessThan(45_000);
    expect(tightMs).toBeLessThan(6000);
    await pubsub.client.close();
  });

  it.concurrent(
    'confirms nothing more once the disk is full, and keeps what it confirmed',
    async () => {
      const database = join(folder, 'full.sqlite');
      const { child, port, httpPort } = await startProcess(database, 0, 2000);
      const client = clientOf(`127.0.0.1:${port}`);
      const { topic, subscription } = await aTopic(client, {}, bounded(2000));
      const health = async () => (await fetch(`http://127.0.0.1:${httpPort}/healthz`)).status;
      expect(await health()).toBe(200);
      const confirmed: string[] = [];
      const publishUntilRefused = async () => {
        for (let number = 0; number < 100; number += 1) {
          const data = Buffer.alloc(100_000, `${number} `);
          confirmed.push(await topic.publishMessage({ data }));
        }
      };
      await expect(publishUntilRefused()).rejects.toThrow();
      expect(confirmed.length).toBeGreaterThan(0);
      expect(await health()).toBe(503);
      // It has given up its port, so that clients look for a server that works.
      await (await startServer({ port })).close();
      await client.close();
      await kill(child);

      const server = await startServer({ database });
      const { subscriber } = rawClientsOf(server);
      const pullAll = { subscription: subscription.name, maxMessages: 100 };
      const [{ receivedMessages }] = await subscriber.pull(pullAll);
      const kept = new Set(receivedMessages?.map(({ message }) => message?.messageId));
      expect(confirmed.filter((id) => !kept.has(id))).toEqual([]);
      await server.close();
    },
  );

  it.concurrent('counts a lease that was out at a restart as a failed attempt', async () => {
    const database = join(folder, 'attempts.sqlite');
    const first = await startPubSubUnderTest({ database });
    const { topic, subscription } = await aTopicWithDeadLetters(first.client);
    const data = Buffer.from([0, 255, 1]);
    const id = await topic.publishMessage({ data, attributes: { 標題: '報告' } });
    const raw = rawClientsOf(first.server);
    const pullFrom = { subscription: subscription.name, maxMessages: 1 };
    const [before] = await raw.subscriber.pull(pullFrom);
    expect(before.receivedMessages?.[0]?.deliveryAttempt).toBe(1);
    await first.close();

    const second = await startPubSubUnderTest({ database });
    const { subscriber } = rawClientsOf(second.server);
    const [after] = await subscriber.pull(pullFrom);
    const [received] = after.receivedMessages ?? [];
    expect(received).toMatchObject({
      deliveryAttempt: 2,
      message: { messageId: id, attributes: { 標題: '報告' } },
    });
    expect(Buffer.from(received?.message?.data ?? '')).toEqual(data);
    // An id from before the restart names a lease that is over.
    const ackIds = [before.receivedMessages?.[0]?.ackId ?? ''];
    await subscriber.modifyAckDeadline({
      subscription: subscription.name,
      ackIds,
      ackDeadlineSeconds: 0,
    });
    expect(second.server.stats()[subscription.name]?.leased).toBe(1);
    await second.close();
  });

  it.concurrent('dead-letters at a restart without taking the message from others', async () => {
    const database = join(folder, 'spent.sqlite');
    const first = await startPubSubUnderTest({ database });
    const { topic, subscription, deadLetters } = await aTopicWithDeadLetters(first.client);
    const [other] = await topic.createSubscription('other');
    await topic.publishMessage({ data: Buffer.from('shared') });
    const raw = rawClientsOf(first.server);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const request = { subscription: subscription.name, maxMessages: 1 };
      const [{ receivedMessages }] = await raw.subscriber.pull(request);
      const ackIds = [receivedMessages?.[0]?.ackId ?? ''];
      const nack = { subscription: subscription.name, ackIds, ackDeadlineSeconds: 0 };
      if (attempt < 5) await raw.subscriber.modifyAckDeadline(nack);
    }
    await first.close();

    const second = await startServer({ database });
    expect(second.stats()).toMatchObject({
      [subscription.name]: { backlog: 0, deadLettered: 1 },
      [deadLetters.name]: { backlog: 1 },
      [other.name]: { backlog: 1 },
    });
    await second.close();
    const third = await startServer({ database });
    expect(third.stats()[other.name]?.backlog).toBe(1);
    expect(third.stats()[deadLetters.name]?.backlog).toBe(1);
    await third.close();
  });

  it.concurrent('keeps detached subscriptions detached and signing keys valid', async () => {
    const database = join(folder, 'settings.sqlite');
    const keysOf = async (httpPort: number): Promise<unknown> =>
      (await fetch(`http://127.0.0.1:${httpPort}/oauth2/v3/certs`)).json();
    const first = await startPubSubUnderTest({ database });
    const { topic, subscription } = await aTopic(first.client, { labels: { team: 'a' } });
    await first.client.detachSubscription(subscription.name);
    const keys = await keysOf(first.server.httpPort);
    await first.close();

    const second = await startPubSubUnderTest({ database });
    expect(await keysOf(second.server.httpPort)).toEqual(keys);
    await second.client.topic(topic.name).publishMessage({ data: Buffer.from('x') });
    expect(second.server.stats()[subscription.name]?.backlog).toBe(0);
    const [config] = await second.client.subscription(subscription.name).getMetadata();
    expect(config).toMatchObject({ detached: true, labels: { team: 'a' } });
    await second.close();
  });
});

describe('starting', () => {
  // grpc-js writes a line of its own to the console for each port it cannot bind.
  beforeAll(() => setLogVerbosity(logVerbosity.NONE));
  afterAll(() => setLogVerbosity(logVerbosity.ERROR));

  it('names the port or the file that is taken', async () => {
    const database = join(folder, 'taken.sqlite');
    const running = await startServer({ database });
    await expect(startServer({ port: running.port })).rejects.toMatchObject({
      name: 'ServerStartError',
      code: 'port-taken',
      port: running.port,
    });
    await expect(startServer({ port: running.port })).rejects.toThrow(`port ${running.port}`);
    await expect(startServer({ httpPort: running.httpPort })).rejects.toMatchObject({
      code: 'port-taken',
      port: running.httpPort,
    });
    await expect(startServer({ database })).rejects.toMatchObject({ code: 'database-in-use' });
    await running.close();
    const again = await startServer({ database, port: running.port });
    await again.close();
    await expect(
      startServer({ database: join(folder, 'missing', 'x.sqlite') }),
    ).rejects.toMatchObject({ code: 'database-unusable' });
  });
});
