import { Firestore } from '@google-cloud/firestore';
import { PubSub } from '@google-cloud/pubsub';
import {
  Global,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import {
  TIMING_PROFILES,
  topologyOf,
  VERSION_LIMITS,
  type Clock,
  type Ids,
  type ServiceName,
  type Timings,
} from '@dossier/contracts';
import { ConfirmedPublisher, ensureTopology, PubSubCommandPublisher } from '@dossier/messaging';
import { StageRunner, Sweeper, WorkspaceStore, type StageObserver } from '@dossier/workspace';
import type { Logger } from 'pino';
import { createFirestore, PublishingPubSub, pubsubOptions } from './google-clients.ts';
import { HealthController } from './health.controller.ts';
import { logStageEvent } from './stage-log.ts';
import { researchProviders } from './research.providers.ts';
import { ReportStore } from './report-store.ts';
import type { Settings } from './settings.ts';
import { StageHost } from './stage-host.ts';
import { randomIds, systemClock } from './system-clock.ts';
import { CLOCK, IDS, LOGGER, SERVICES, SETTINGS_TOKEN, STAGE_OBSERVER, TIMINGS } from './tokens.ts';

/** Closes the Google clients once nothing uses them: a Firestore call after `terminate` kills the process. */
@Injectable()
class CloudClients implements OnApplicationShutdown {
  constructor(
    private readonly firestore: Firestore,
    private readonly pubsub: PubSub,
    private readonly publishing: PublishingPubSub,
    private readonly host: StageHost,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.host.drained();
    await Promise.all([this.pubsub.close(), this.publishing.close()]);
    await this.firestore.terminate();
  }
}

export interface PlatformOptions {
  readonly settings: Settings;
  readonly services: readonly ServiceName[];
  readonly logger: Logger;
  readonly observe?: StageObserver;
}

/** Everything a service stands on: settings, clock, log, Google clients, stage protocol, health. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot({ settings, services, logger, observe }: PlatformOptions): DynamicModule {
    const projectId = settings.GOOGLE_CLOUD_PROJECT;
    const timings = TIMING_PROFILES[settings.DOSSIER_TIMINGS];
    const values = [
      { provide: SETTINGS_TOKEN, useValue: settings },
      { provide: SERVICES, useValue: services },
      { provide: LOGGER, useValue: logger },
      { provide: CLOCK, useValue: systemClock },
      { provide: IDS, useValue: randomIds },
      { provide: TIMINGS, useValue: timings },
      { provide: STAGE_OBSERVER, useValue: observe ?? ignoreStageEvent },
    ];
    const clients = [
      { provide: PubSub, useFactory: () => new PubSub(pubsubOptions(settings)) },
      {
        provide: PublishingPubSub,
        useFactory: () => new PublishingPubSub(pubsubOptions(settings)),
      },
      { provide: Firestore, useFactory: () => createFirestore(settings) },
    ];
    const parts = [
      {
        provide: ReportStore,
        inject: [],
        useFactory: async () => {
          const endpoint = settings.STORAGE_EMULATOR_HOST;
          const store = new ReportStore({
            projectId,
            bucket: settings.DOSSIER_REPORT_BUCKET,
            endpoint,
          });
          if (endpoint !== undefined) await store.ensureBucket();
          return store;
        },
      },
      {
        provide: ConfirmedPublisher,
        inject: [PublishingPubSub],
        useFactory: async (pubsub: PubSub) => {
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
      {
        provide: WorkspaceStore,
        inject: [Firestore, CLOCK],
        useFactory: (firestore: Firestore, clock: Clock) => new WorkspaceStore(firestore, clock),
      },
      {
        provide: Sweeper,
        inject: [WorkspaceStore, PubSubCommandPublisher, CLOCK, TIMINGS],
        useFactory: (
          store: WorkspaceStore,
          publisher: PubSubCommandPublisher,
          clock: Clock,
          table: Timings,
        ) => new Sweeper({ store, publisher, clock, timings: table }),
      },
      {
        provide: StageRunner,
        inject: [WorkspaceStore, PubSubCommandPublisher, CLOCK, IDS, TIMINGS, STAGE_OBSERVER],
        useFactory: (
          store: WorkspaceStore,
          publisher: PubSubCommandPublisher,
          clock: Clock,
          ids: Ids,
          table: Timings,
          also: StageObserver,
        ) =>
          new StageRunner({
            store,
            publisher,
            clock,
            ids,
            timings: table,
            limits: VERSION_LIMITS,
            observe: (event) => {
              logStageEvent(logger, event);
              also(event);
            },
          }),
      },
    ];
    return {
      module: PlatformModule,
      imports: [DiscoveryModule],
      controllers: [HealthController],
      providers: [...values, ...clients, ...parts, ...researchProviders, StageHost, CloudClients],
      exports: [
        ...values.map(({ provide }) => provide),
        ReportStore,
        PubSubCommandPublisher,
        WorkspaceStore,
        Sweeper,
        Firestore,
        PLANNER,
        SEARCHER,
        WRITER,
      ],
    };
  }
}

function ignoreStageEvent(): void {
  // A lone service has nobody beside its log to tell.
}
