import { loadEnvironment, readSettings, type Settings } from '@dossier/platform';
import { assertServersListen } from './cloud-connection-check.ts';
import { NoCloud } from './cloud-connection-errors.ts';

/** Another command may hold an idle folder for a moment, and a starting Dossier has no addresses yet. */
const FOLDER_WAIT_MS = 15_000;

/** A Dossier's servers, and the settings that lead to them. */
export interface CloudTarget {
  readonly settings: Settings;
  /** In words, for messages. */
  readonly where: string;
  /** Ends what was started to reach it. */
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the Dossier that is meant: a data folder named on the command line, else what the
 * environment names (local servers, or a Google Cloud project), else the data folder of the settings.
 * @param data the value of `--data`.
 * @param folderWaitMs how long a folder is waited for whose owner does not say where it listens.
 * @throws NoCloud, CloudUnreachable, DataFolderInUse, DataFolderUnusable, SettingsError
 */
export async function findCloud(
  data: string | undefined,
  environment: Environment = loadEnvironment(),
  folderWaitMs = FOLDER_WAIT_MS,
): Promise<CloudTarget> {
  const settings = readSettings({
    ...environment,
    DOSSIER_DATA: data ?? environment['DOSSIER_DATA'],
  });
  if (data === undefined) {
    const named = namedByEnvironment(settings, environment);
    if (named !== undefined) {
      await assertServersListen(named.settings);
      return named;
    }
  }
  // Brings the embedded cloud and all services with it: a second that other commands need not wait.
  const { inDataFolder } = await import('./data-folder-target.ts');
  return inDataFolder(settings, folderWaitMs);
}

function namedByEnvironment(settings: Settings, environment: Environment): CloudTarget | undefined {
  const { PUBSUB_EMULATOR_HOST: pubsub, FIRESTORE_EMULATOR_HOST: firestore } = settings;
  const close = (): Promise<void> => Promise.resolve();
  if (pubsub !== undefined && firestore !== undefined) {
    return { settings, where: `the local servers ${firestore} and ${pubsub}`, close };
  }
  if (pubsub !== undefined || firestore !== undefined) {
    throw new NoCloud('Only one of PUBSUB_EMULATOR_HOST and FIRESTORE_EMULATOR_HOST is set.');
  }
  if (!environment['GOOGLE_CLOUD_PROJECT']?.trim()) return undefined;
  const ofCloud = environment['DOSSIER_TIMINGS']?.trim()
    ? {}
    : { DOSSIER_TIMINGS: 'cloud' as const };
  const where = `Google Cloud project ${settings.GOOGLE_CLOUD_PROJECT}`;
  return { settings: { ...settings, ...ofCloud }, where, close };
}
