import { join } from 'node:path';
import { BenchProcess } from './bench-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Addresses of the embedded cloud. */
export interface CloudHosts {
  /** host:port */
  readonly pubsub: string;
  /** host:port */
  readonly firestore: string;
  /** http://host:port */
  readonly storage: string;
}

/** An embedded cloud in a process of its own. */
export interface RunningCloud extends CloudHosts {
  close(): Promise<void>;
}

/** Starts the embedded cloud as `npm run emulators` does: on disk, with the durability that it ships with. */
export async function startCloud(): Promise<RunningCloud> {
  const folder = temporaryFolder();
  const free = ['--pubsub', '0', '--firestore', '0', '--storage', '0'];
  const server = await BenchProcess.start({
    name: 'the embedded cloud',
    args: [
      ...['--import', './tools/register.mjs', 'libs/embedded/src/main.ts'],
      ...['--json', '--data', join(folder.path, 'cloud'), ...free],
    ],
    environment: {},
    ready: /^\{.*PUBSUB_EMULATOR_HOST.*\}$/,
  });
  const environment = JSON.parse(server.readyText) as Record<string, string>;
  const host = (name: string): string => String(environment[name]);
  return {
    pubsub: host('PUBSUB_EMULATOR_HOST'),
    firestore: host('FIRESTORE_EMULATOR_HOST'),
    storage: host('STORAGE_EMULATOR_HOST'),
    close: async () => {
      await server.stop();
      folder.remove();
    },
  };
}
