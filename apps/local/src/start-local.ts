import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startEmbeddedCloud, type EmbeddedCloud } from '@dossier/embedded';
import { FakeLine } from '@dossier/fake-line';
import {
  createLogger,
  createServiceApp,
  missingForModels,
  ownAddress,
  SettingsError,
  systemClock,
  warnOfUnprobedModels,
  type Settings,
} from '@dossier/platform';
import type { StageObserver } from '@dossier/workspace';
import { ProgressFeed } from './chat/progress-feed.ts';
import { cloudFolderOf, leaveCloudEndpoints, removeCloudEndpoints } from './cloud-endpoints.ts';
import { startFakeGemini } from './fake-gemini.ts';
import { freePort } from './free-port.ts';
import { LocalModule } from './local.module.ts';
import { reportProgress } from './report-progress.ts';
import { linkSecretOf, localSecretsOf } from './local-secrets.ts';
import { namesRealChannel } from './real-channel.ts';

/** A whole Dossier on this machine. */
export interface LocalDossier {
  /** Where the chat page, the webhook and the reports are. */
  readonly url: string;
  readonly settings: Settings;
  readonly app: NestFastifyApplication;
  /** The stand-in for LINE; absent when a real channel is configured. */
  readonly simulator: FakeLine | undefined;
  /** Stops taking work, lets what is under way end, closes everything. */
  close(): Promise<void>;
}

export interface LocalOptions {
  /** Whether a stand-in for Gemini is started and asked instead of Google's models. */
  readonly fakeGemini?: boolean;
}

/**
 * Starts the embedded cloud, the simulated LINE (unless the settings name a real channel) and the six
 * services in this process. While it runs, its data folder says where its servers are.
 * @throws SettingsError for half of a channel's credentials; PortTaken, DataFolderInUse; what had
 * started is closed again.
 */
export async function startLocal(
  given: Settings,
  observe: StageObserver,
  { fakeGemini = false }: LocalOptions = {},
): Promise<LocalDossier> {
  const real = namesRealChannel(given);
  const missing = fakeGemini ? [] : missingForModels(given);
  if (missing.length > 0) throw new SettingsError(missing);
  const port = await freePort(given.PORT, given.HOST);
  const folder = given.DOSSIER_DATA;
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).reverse()) await step();
  };
  try {
    const cloud = await startEmbeddedCloud({ folder: cloudFolderOf(folder) });
    closers.push(() => cloud.close());
    closers.push(() => removeCloudEndpoints(folder));
    await leaveCloudEndpoints(folder, {
      pid: process.pid,
      project: given.GOOGLE_CLOUD_PROJECT,
      pubsub: cloud.pubsub.address,
      firestore: cloud.firestore.address,
      storage: cloud.storage.endpoint,
      timings: given.DOSSIER_TIMINGS,
    });
    const standIn = real ? undefined : await startSimulator(folder);
    const simulator = standIn?.simulator;
    if (simulator !== undefined) closers.push(() => simulator.close());
    const models = fakeGemini ? await startFakeGemini() : undefined;
    if (models !== undefined) closers.push(() => models.close());
    const settings: Settings = {
      ...given,
      ...hostsOf(cloud),
      PORT: port,
      DOSSIER_LINK_SECRET: given.DOSSIER_LINK_SECRET ?? linkSecretOf(folder),
      ...standIn?.settings,
      ...models?.settings,
    };
    const logger = createLogger(settings.LOG_LEVEL, 'local');
    const progress = new ProgressFeed();
    const module = LocalModule.forRoot({
      settings,
      logger,
      simulator,
      progress,
      observe: (event) => {
        reportProgress(progress, systemClock, event);
        observe(event);
      },
    });
    const app = await createServiceApp(module, logger);
    closers.push(() => app.close());
    await app.listen(port, settings.HOST);
    if (!fakeGemini) await warnOfUnprobedModels(app);
    const url = ownAddress(settings);
    if (simulator !== undefined) simulator.webhookUrl = `${url}/line/webhook`;
    return { url, settings, app, simulator, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The stand-in for LINE, with the settings that lead the services to it. */
async function startSimulator(
  folder: string,
): Promise<{ simulator: FakeLine; settings: Partial<Settings> }> {
  const secrets = localSecretsOf(folder);
  const database = join(folder, 'line-simulator.sqlite');
  const simulator = await FakeLine.start({ ...secrets, database });
  const settings: Partial<Settings> = {
    LINE_CHANNEL_SECRET: secrets.channelSecret,
    LINE_CHANNEL_ACCESS_TOKEN: secrets.accessToken,
    LINE_API_URL: simulator.url,
  };
  return { simulator, settings };
}

function hostsOf({ pubsub, firestore, storage }: EmbeddedCloud): Partial<Settings> {
  return {
    PUBSUB_EMULATOR_HOST: pubsub.address,
    FIRESTORE_EMULATOR_HOST: firestore.address,
    STORAGE_EMULATOR_HOST: storage.endpoint,
  };
}
