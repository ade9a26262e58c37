// npm run soak: the embedded servers under steady load from the real clients, with their memory watched.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FirestoreLoad } from './firestore-load.ts';
import { MeasuredServer } from './measured-server.ts';
import { readOptions, SoakUsageError, USAGE, type SoakOptions } from './options.ts';
import { PubSubLoad } from './pubsub-load.ts';
import { memoryOf, problemsOf, tableOf, type SoakResult } from './report.ts';

const SAMPLE_MS = 5000;
/** How long the last messages may take: dead letters need 5 attempts with back-off. */
const DRAIN_MS = 60_000;

async function soak(options: SoakOptions, folder: string): Promise<SoakResult> {
  const { minutes, rate } = options;
  const pubsubServer = await MeasuredServer.start('pubsub', join(folder, 'pubsub.sqlite'));
  const servers = [pubsubServer];
  const pubsub = new PubSubLoad(pubsubServer.address);
  let firestore: FirestoreLoad | undefined;
  if (options.firestore) {
    const server = await MeasuredServer.start('firestore', join(folder, 'firestore.sqlite'));
    servers.push(server);
    firestore = new FirestoreLoad(server.address);
  }
  try {
    await pubsub.start();
    const signal = AbortSignal.timeout(minutes * 60_000);
    await Promise.all([
      pubsub.run(rate, signal),
      firestore?.run(rate, signal),
      watch(servers, pubsub, signal),
    ]);
    const giveUpAt = performance.now() + DRAIN_MS;
    while (pubsub.pending > 0 && performance.now() < giveUpAt) await wait(100);
    const result = {
      minutes,
      rate,
      achievedRate: pubsub.totals.published / (minutes * 60),
      latencyMs: { p50: pubsub.latency(0.5), p99: pubsub.latency(0.99) },
      pubsub: pubsub.totals,
      firestore: firestore?.totals,
      memory: servers.map(memoryOf),
    };
    return { ...result, problems: problemsOf(result, pubsub.pending) };
  } finally {
    await Promise.all([pubsub.close(), firestore?.close()]);
    await Promise.all(servers.map((server) => server.close()));
  }
}

async function watch(
  servers: readonly MeasuredServer[],
  { totals }: PubSubLoad,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now();
  while (!signal.aborted) {
    await wait(SAMPLE_MS);
    await Promise.all(servers.map((server) => server.sample()));
    const memory = servers.map(({ name, samples }) => {
      const { heap = 0, rss = 0 } = samples.at(-1) ?? {};
      return `${name} heap ${(heap / 1048576).toFixed(1)} MB, RSS ${(rss / 1048576).toFixed(0)} MB`;
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.error(
      `${String(seconds).padStart(5)} s  ${totals.published} sent  ${memory.join('  ')}`,
    );
  }
}

/** @returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === 'help') {
    console.log(USAGE);
    return 0;
  }
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const folder = await mkdtemp(join(tmpdir(), 'dossier-soak-'));
  try {
    const result = await soak(options, folder);
    console.log(tableOf(result));
    if (options.json !== undefined) {
      await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`);
    }
    return result.problems.length === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SoakUsageError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
