import { parseArgs } from 'node:util';
import { DataFolderInUse, DataFolderUnusable } from './data-folder-lock.ts';
import {
  EmbeddedCloudStartError,
  startEmbeddedCloud,
  type EmbeddedCloud,
} from './embedded-cloud.ts';
import type { ServerName } from './embedded-cloud-log.ts';

const DEFAULT_FOLDER = '.dossier/cloud';
/** The ports of Google's own emulators, where there are such. */
const DEFAULT_PORTS = { pubsub: '8085', firestore: '8080', storage: '9199' };

const USAGE = `Usage: npm run emulators -- [options]

Runs Pub/Sub, Firestore and Cloud Storage on this machine until Ctrl-C, and prints the
environment variables that lead Google's clients to them.

  --data DIR        folder that keeps everything (default ${DEFAULT_FOLDER})
  --pubsub PORT     port of Pub/Sub (default ${DEFAULT_PORTS.pubsub}; 0 = any free port)
  --firestore PORT  port of Firestore (default ${DEFAULT_PORTS.firestore})
  --storage PORT    port of Cloud Storage (default ${DEFAULT_PORTS.storage})
  --json            print the variables as one line of JSON
  --help            print this text
`;

class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Settings {
  readonly folder: string;
  readonly ports: Readonly<Record<ServerName, number>>;
  readonly json: boolean;
}

/** Reads the command line; 'help' when only the usage is wanted. @throws UsageError */
function readSettings(args: readonly string[]): Settings | 'help' {
  const values = parseOptions(args);
  if (values.help) return 'help';
  if (values.data === '') throw new UsageError('--data needs the name of a folder');
  return {
    folder: values.data,
    ports: {
      pubsub: readPort('--pubsub', values.pubsub),
      firestore: readPort('--firestore', values.firestore),
      storage: readPort('--storage', values.storage),
    },
    json: values.json,
  };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        data: { type: 'string', default: DEFAULT_FOLDER },
        pubsub: { type: 'string', default: DEFAULT_PORTS.pubsub },
        firestore: { type: 'string', default: DEFAULT_PORTS.firestore },
        storage: { type: 'string', default: DEFAULT_PORTS.storage },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function readPort(option: string, text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new UsageError(`${option} needs a port number from 0 to 65535, not "${text}"`);
  }
  return port;
}

function printEnvironment({ environment }: EmbeddedCloud, json: boolean): void {
  const lines = json
    ? [JSON.stringify(environment)]
    : Object.entries(environment).map(([name, value]) => `export ${name}=${value}`);
  console.log(lines.join('\n'));
}

/** What to say about an error that the person at the terminal can put right. */
function adviceFor(error: unknown): string | undefined {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
  if (error instanceof DataFolderInUse || error instanceof DataFolderUnusable)
    return `${error.message} (--data DIR)`;
  if (error instanceof EmbeddedCloudStartError) {
    return `${error.message} (--${error.server} PORT, --data DIR)`;
  }
  return undefined;
}

/** @returns the exit code, once the servers have ended. */
async function run(args: readonly string[]): Promise<number> {
  const settings = readSettings(args);
  if (settings === 'help') {
    console.log(USAGE);
    return 0;
  }
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  const cloud = await startEmbeddedCloud({
    ...settings,
    log: ({ level, server, message, details }) => {
      if (level === 'debug' || level === 'info') return;
      console.error(`${level}: ${server}: ${message}`, details);
    },
  });
  printEnvironment(cloud, settings.json);
  console.error(`Data is in ${settings.folder}. Ctrl-C stops.`);
  await stopped;
  await cloud.close();
  return 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const advice = adviceFor(error);
  if (advice === undefined) throw error;
  console.error(advice);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
