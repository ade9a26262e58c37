import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** What starts one of Google's emulators: the arguments of `java` before the address. */
export interface OfficialEmulator {
  readonly name: 'firestore' | 'pubsub';
  readonly arguments: readonly string[];
}

/**
 * The emulators that an installed Google Cloud SDK has: its folder is CLOUDSDK_ROOT_DIR, or where the
 * `gcloud` on the PATH really lies. Empty when there is none, or no Java.
 */
export function findOfficialEmulators(
  environment: Readonly<Record<string, string | undefined>>,
): OfficialEmulator[] {
  const sdk = environment['CLOUDSDK_ROOT_DIR'] ?? sdkOnPath(environment);
  if (sdk === undefined || onPath(environment, 'java') === undefined) return [];
  const firestore = jarIn(join(sdk, 'platform/cloud-firestore-emulator'), 'firestore');
  const pubsub = jarIn(join(sdk, 'platform/pubsub-emulator/lib'), 'pubsub');
  // Through the class, not `-jar`: this one has no entry point, the SDK's own script names it too.
  const main = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
  return [
    ...(firestore === undefined
      ? []
      : [{ name: 'firestore' as const, arguments: ['-cp', firestore, main, 'start'] }]),
    ...(pubsub === undefined ? [] : [{ name: 'pubsub' as const, arguments: ['-jar', pubsub] }]),
  ];
}

function sdkOnPath(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const gcloud = onPath(environment, 'gcloud');
  return gcloud === undefined ? undefined : dirname(dirname(realpathSync(gcloud)));
}

function onPath(
  environment: Readonly<Record<string, string | undefined>>,
  program: string,
): string | undefined {
  return (environment['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));
}

function jarIn(folder: string, word: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder).find((file) => file.endsWith('.jar') && file.includes(word));
  return name === undefined ? undefined : join(folder, name);
}
