import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataFolderInUse, startEmbeddedCloud, type EmbeddedCloud } from '@dossier/embedded';
import { cloudFolderOf, readCloudEndpoints } from '@dossier/local';
import { loadEnvironment, readSettings, type Settings } from '@dossier/platform';
import { assertServersListen } from './cloud-connection-check.ts';
import { CloudUnreachable, NoCloud } from './cloud-connection-errors.ts';

/** Another command may hold an idle folder for a moment, and a starting Dossier has no addresses yet. */
const FOLDER_WAIT_MS = 15_000;
const FOLDER_LOOK_MS = 250;

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

/** The Dossier that runs on the folder; if none does, the folder is served for as long as it is used. */
async function inDataFolder(settings: Settings, waitMs: number): Promise<CloudTarget> {
  const folder = settings.DOSSIER_DATA;
  const servers = serversFolderOf(folder);
  if (servers === undefined) throw new NoCloud(`${resolve(folder)} holds no data of Dossier.`);
  for (let waited = 0; ; waited += FOLDER_LOOK_MS) {
    try {
      return servedHere(settings, await startEmbeddedCloud({ folder: servers }));
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const running = await runningOn(settings, error.owner);
      if (running !== undefined) return running;
      if (waited >= waitMs) throw silentOwner(error);
    }
    await delay(FOLDER_LOOK_MS);
  }
}

/** `npm run emulators` keeps its files in the folder itself, `npm start` one below. */
function serversFolderOf(folder: string): string | undefined {
  return [folder, cloudFolderOf(folder)].find((each) => existsSync(join(each, 'firestore.sqlite')));
}

async function runningOn(
  settings: Settings,
  owner: string | undefined,
): Promise<CloudTarget | undefined> {
  const endpoints = await readCloudEndpoints(settings.DOSSIER_DATA);
  if (endpoints === undefined || String(endpoints.pid) !== owner) return undefined;
  const target: CloudTarget = {
    settings: {
      ...settings,
      GOOGLE_CLOUD_PROJECT: endpoints.project,
      PUBSUB_EMULATOR_HOST: endpoints.pubsub,
      FIRESTORE_EMULATOR_HOST: endpoints.firestore,
      STORAGE_EMULATOR_HOST: endpoints.storage,
      DOSSIER_TIMINGS: endpoints.timings,
    },
    where: `the Dossier running on ${resolve(settings.DOSSIER_DATA)}`,
    close: () => Promise.resolve(),
  };
  try {
    await assertServersListen(target.settings);
    return target;
  } catch (error) {
    // It is stopping, or a new owner has not written its name yet: the next look tells.
    if (error instanceof CloudUnreachable) return undefined;
    throw error;
  }
}

function servedHere(settings: Settings, cloud: EmbeddedCloud): CloudTarget {
  return {
    settings: {
      ...settings,
      PUBSUB_EMULATOR_HOST: cloud.pubsub.address,
      FIRESTORE_EMULATOR_HOST: cloud.firestore.address,
      STORAGE_EMULATOR_HOST: cloud.storage.endpoint,
    },
    where: `the data folder ${resolve(settings.DOSSIER_DATA)}`,
    close: () => cloud.close(),
  };
}

function silentOwner({ folder, owner, cause }: DataFolderInUse): CloudUnreachable {
  const who = owner === undefined ? 'a process' : `process ${owner}`;
  return new CloudUnreachable(
    `${folder} is served by ${who}, which does not say where. If that is \`npm run emulators\`, ` +
      'set the variables that it printed; if it is another command, try again when that has ended.',
    { cause },
  );
}
