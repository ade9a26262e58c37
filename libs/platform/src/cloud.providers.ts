import { Firestore } from '@google-cloud/firestore';
import { PubSub } from '@google-cloud/pubsub';
import {
  Inject,
  Injectable,
  type OnApplicationShutdown,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { topologyOf, type Clock, type Timings } from '@dossier/contracts';
import { ConfirmedPublisher, ensureTopology, PubSubCommandPublisher } from '@dossier/messaging';
import { createFirestore, PublishingPubSub, pubsubOptions } from './google-clients.ts';
import { ReportStore } from './report-store.ts';
import type { Settings } from './settings.ts';
import { StageHost } from './stage-host.ts';
import { CLOCK, SETTINGS_TOKEN, TIMINGS } from './tokens.ts';

const WARM_UP_MS = 5_000;

/** Warms the Google clients before the process is ready, and closes them once nothing uses them: a Firestore call after `terminate` kills the process. */
@Injectable()
class CloudClients implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(Firestore) private readonly firestore: Firestore,
    @Inject(PubSub) private readonly pubsub: PubSub,
    @Inject(PublishingPubSub) private readonly publishing: PublishingPubSub,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly host: StageHost,
  ) {}

  /**
   * The first call of a client takes seconds on a cold machine, and LINE waits two. In an outage the
   * process starts all the same, and answers 503.
   */
  async onModuleInit(): Promise<void> {
    const first = this.firestore.collection('workspaces').limit(1).get();
    await Promise.race([first.catch(() => undefined), this.clock.sleep(WARM_UP_MS)]);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.host.drained();
    await Promise.all([this.pubsub.close(), this.publishing.close()]);
    await this.firestore.terminate();
  }
}

/** One Google client of each kind per process, and what stands directly on them. */
export const cloudProviders: Provider[] = [
  {
    provide: PubSub,
    inject: [SETTINGS_TOKEN],
    useFactory: (settings: Settings) => new PubSub(pubsubOptions(settings)),
  },
  {
    provide: PublishingPubSub,
    inject: [SETTINGS_TOKEN],
    useFactory: (settings: Settings) => new PublishingPubSub(pubsubOptions(settings)),
  },
  { provide: Firestore, inject: [SETTINGS_TOKEN], useFactory: createFirestore },
  {
    provide: ReportStore,
    inject: [SETTINGS_TOKEN],
    useFactory: async (settings: Settings) => {
      const endpoint = settings.STORAGE_EMULATOR_HOST;
      const store = new ReportStore({
        projectId: settings.GOOGLE_CLOUD_PROJECT,
        bucket: settings.DOSSIER_REPORT_BUCKET,
        endpoint,
      });
      if (endpoint !== undefined) await store.ensureBucket();
      return store;
    },
  },
  {
    provide: ConfirmedPublisher,
    inject: [PublishingPubSub, SETTINGS_TOKEN, TIMINGS],
    useFactory: async (pubsub: PubSub, settings: Settings, timings: Timings) => {
      // Only a local cloud is ours to set up; on Google Cloud the stacks did it.
      if (settings.PUBSUB_EMULATOR_HOST !== undefined) {
        await ensureTopology(pubsub, topologyOf(timings));
      }
      return new ConfirmedPublisher(pubsub, timings.global.publishTimeoutMs);
    },
  },
  {
    provide: PubSubCommandPublisher,
    inject: [ConfirmedPublisher],
    useFactory: (publisher: ConfirmedPublisher) => new PubSubCommandPublisher(publisher),
  },
  CloudClients,
];
