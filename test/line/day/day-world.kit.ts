import { Firestore } from '@google-cloud/firestore';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { SERVICE_NAMES, STAGE_NAMES, TIMING_PROFILES, type Timings } from '@dossier/contracts';
import { startFirestore, startObjectStore, startPubSub } from '@dossier/embedded';
import { FakeLine } from '@dossier/fake-line';
import { IngressModule } from '@dossier/ingress';
import { NotifierModule } from '@dossier/notifier';
import {
  CLOCK,
  createLogger,
  createServiceApp,
  PlatformModule,
  readSettings,
  TIMINGS,
} from '@dossier/platform';
import { DayClock } from './day-clock.ts';
import { Gates } from './gates.ts';
import { InstantStages } from './instant-stages.ts';

const PROJECT = 'day';
const CHANNEL_SECRET = 'day-channel-secret-0123456789';
const ACCESS_TOKEN = 'day-access-token';
/** The day's clock jumps by minutes while versions are held: nobody died, so no lease may run out. */
const LONGER_THAN_JUMPS_MS = 48 * 60 * 60 * 1_000;
/** A queue begins when the sweep sees that nothing is under way. */
const SWEEP_MS = 250;

/** What one machine's timings are, but for leases and sweeps. */
function dayTimings(sweepEveryMs: number): Timings {
  const { stages, global } = TIMING_PROFILES.local;
  const patient = STAGE_NAMES.map((name) => {
    return [name, { ...stages[name], leaseTtlMs: LONGER_THAN_JUMPS_MS }] as const;
  });
  return {
    stages: { ...stages, ...Object.fromEntries(patient) },
    global: { ...global, sweepEveryMs, outboxStaleAfterMs: LONGER_THAN_JUMPS_MS },
  };
}

@Module({})
class DayServices {}

/** The ingress and the notifier as they ship; the stages between them do what the gates say. */
export async function startDayWorld(start: Date, sweepEveryMs = SWEEP_MS) {
  const clock = new DayClock(start);
  const gates = new Gates();
  const [pubsub, firestoreServer, objects] = await Promise.all([
    startPubSub(),
    startFirestore(),
    startObjectStore(),
  ]);
  const line = await FakeLine.start({
    ...{ channelSecret: CHANNEL_SECRET, accessToken: ACCESS_TOKEN, clock },
    quota: { type: 'none' },
  });
  const settings = readSettings({
    ...{
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DOSSIER_MAX_IN_FLIGHT: '100',
    },
    ...{ DOSSIER_PUBLIC_URL: 'https://reports.example', GOOGLE_CLOUD_PROJECT: PROJECT },
    PUBSUB_EMULATOR_HOST: pubsub.address,
    FIRESTORE_EMULATOR_HOST: firestoreServer.address,
    STORAGE_EMULATOR_HOST: objects.endpoint,
    LINE_CHANNEL_SECRET: CHANNEL_SECRET,
    LINE_CHANNEL_ACCESS_TOKEN: ACCESS_TOKEN,
    LINE_API_URL: line.url,
  });
  const logger = createLogger(settings.LOG_LEVEL, 'day');
  const platform = PlatformModule.forRoot({ settings, logger, services: SERVICE_NAMES });
  const own: Provider[] = [
    { provide: CLOCK, useValue: clock },
    { provide: TIMINGS, useValue: dayTimings(sweepEveryMs) },
  ];
  const module: DynamicModule = {
    module: DayServices,
    imports: [
      // Of two providers of one token the later one counts.
      { ...platform, providers: [...(platform.providers ?? []), ...own] },
      ...[IngressModule, NotifierModule, InstantStages.with(gates)],
    ],
  };
  const app = await createServiceApp(module, logger);
  await app.listen(settings.PORT, settings.HOST);
  line.webhookUrl = `${await app.getUrl()}/line/webhook`;
  const firestore = new Firestore({
    ...{ projectId: PROJECT, host: firestoreServer.address, ssl: false },
  });
  return {
    ...{ clock, gates, line, firestore },
    async close(): Promise<void> {
      await app.close();
      await firestore.terminate();
      await line.close();
      await Promise.all([pubsub.close(), firestoreServer.close(), objects.close()]);
    },
  };
}

export type DayWorld = Awaited<ReturnType<typeof startDayWorld>>;
