import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@dossier/contracts';
import { BenchProcess } from '../processes/bench-process.ts';
import { sumOf } from '../processes/process-usage.ts';
import { temporaryFolder } from '../processes/temporary-folder.ts';
import { startPipeline } from '../processes/start-pipeline.ts';
import type { StartUp } from '../result.ts';
import type { World } from '../world.ts';

const root = resolve(import.meta.dirname, '../../..');
const FROM_SOURCE = ['--enable-source-maps', '--import', './tools/register.mjs'];
const SERVICE_READY = /"url":"([^"]+)"/;

/** How each service's process is started: from source as `npm run serve`, or from what `npm run build` made. */
const WAYS = {
  source: (name: ServiceName) => [...FROM_SOURCE, 'tools/serve.mjs', name],
  bundle: (name: ServiceName) => [bundleOf(name)],
};
type Way = keyof typeof WAYS;

/**
 * Spawn to ready, and memory right after: one worker, all six in one process, six processes. `brief`
 * leaves out `npm start`, and the start from source
 * where there are bundles.
 */
export async function measureStartUp(world: World, brief: boolean): Promise<StartUp[]> {
  const environment = { ...world.environment('bench-start'), LOG_LEVEL: 'info' };
  const built = SERVICE_NAMES.every((name) => existsSync(join(root, bundleOf(name))));
  const all: readonly Way[] = built ? ['source', 'bundle'] : ['source'];
  const ways = brief ? all.slice(-1) : all;
  const rows: StartUp[] = [];
  for (const way of ways) {
    world.progress(`start-up of one worker, ${way}`);
    rows.push(await services(`one worker (planner), ${way}`, way, ['planner'], environment));
  }
  world.progress('start-up of all six in one process');
  rows.push(await allInOne(environment));
  for (const way of ways) {
    world.progress(`start-up of six processes, ${way}`);
    rows.push(await services(`six processes, ${way}`, way, SERVICE_NAMES, environment));
  }
  if (!brief) {
    world.progress('start-up of npm start');
    rows.push(await wholeDossier());
  }
  return rows;
}

async function services(
  what: string,
  way: Way,
  names: readonly ServiceName[],
  environment: Readonly<Record<string, string>>,
): Promise<StartUp> {
  const starts = names.map((name) =>
    BenchProcess.start({ name, args: WAYS[way](name), environment, ready: SERVICE_READY }),
  );
  const ends = await Promise.allSettled(starts);
  const running = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  try {
    return rowOf(what, await Promise.all(starts));
  } finally {
    await Promise.all(running.map((each) => each.stop()));
  }
}

async function allInOne(environment: Readonly<Record<string, string>>): Promise<StartUp> {
  const all = await startPipeline('protocol', environment);
  try {
    return rowOf('all six in one process, source', [all]);
  } finally {
    await all.stop();
  }
}

/** What `npm start` starts: the six services, the embedded cloud and the chat page. */
async function wholeDossier(): Promise<StartUp> {
  const folder = temporaryFolder();
  try {
    const whole = await BenchProcess.start({
      name: 'npm start',
      args: [...FROM_SOURCE, 'apps/local/src/main.ts', '--port', '0', '--data', folder.path],
      environment: {},
      ready: /^Dossier is ready/,
    });
    try {
      return rowOf('npm start: all six, the embedded cloud, the chat page', [whole]);
    } finally {
      await whole.stop();
    }
  } finally {
    folder.remove();
  }
}

function rowOf(what: string, running: readonly BenchProcess[]): StartUp {
  const readyMs = Math.max(...running.map((each) => each.readyMs));
  return {
    what,
    processes: running.length,
    readyMs,
    ...sumOf(running.map((each) => each.memory())),
  };
}

function bundleOf(name: ServiceName): string {
  return `apps/${name}/dist/main.mjs`;
}
