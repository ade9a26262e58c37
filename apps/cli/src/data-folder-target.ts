import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataFolderInUse, startEmbeddedCloud, type EmbeddedCloud } from '@dossier/embedded';
import { cloudFolderOf, readCloudEndpoints, storedLinkSecretOf } from '@dossier/local';
import type { Settings } from '@dossier/platform';
import { assertServersListen } from './cloud-connection-check.ts';
import { CloudUnreachable, NoCloud } from './cloud-connection-errors.ts';
import type { CloudTarget } from './cloud-connection-target.ts';

const FOLDER_LOOK_MS = 250;

/**
 * The Dossier that runs on the folder of the settings; if none does, the folder is served for as long
 * as it is used. `waitMs`: how long a folder may be held by somebody who does not say where.
 * @throws NoCloud, CloudUnreachable, DataFolderInUse, DataFolderUnusable
 */
export async function inDataFolder(given: Settings, waitMs: number): Promise<CloudTarget> {
  const folder = given.DOSSIER_DATA;
  const secret = given.DOSSIER_LINK_SECRET ?? storedLinkSecretOf(folder);
  const settings: Settings = { ...given, DOSSIER_LINK_SECRET: secret };
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

/** Begins a data folder that is not there yet, for what is kept before the first start. @throws as `inDataFolder` */
export async function beginDataFolder(settings: Settings): Promise<CloudTarget> {
  const folder = cloudFolderOf(settings.DOSSIER_DATA);
  return servedHere(settings, await startEmbeddedCloud({ folder }));
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
