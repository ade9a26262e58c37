import { Firestore } from '@google-cloud/firestore';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TIMING_PROFILES, type Clock, type ServiceName } from '@dossier/contracts';
import { PubSubCommandPublisher } from '@dossier/messaging';
import { Sweeper, WorkspaceStore, type StageEvent, type StageObserver } from '@dossier/workspace';
import type { Logger } from 'pino';
import { cloudProviders } from './cloud.providers.ts';
import { HealthController } from './health.controller.ts';
import { ModelProbes } from './model-probes.ts';
import { protocolProviders } from './protocol.providers.ts';
import { ReportLinks, reportLinksOf } from './report-links.ts';
import { ReportStore } from './report-store.ts';
import { ReportsController } from './reports.controller.ts';
import { researchProviders } from './research.providers.ts';
import type { Settings } from './settings.ts';
import { StageHost } from './stage-host.ts';
import { logStageEvent } from './stage-log.ts';
import { randomIds, systemClock } from './system-clock.ts';
import {
  CLOCK,
  IDS,
  LOGGER,
  PLANNER,
  SEARCHER,
  SERVICES,
  SETTINGS_TOKEN,
  STAGE_OBSERVER,
  TIMINGS,
  WRITER,
} from './tokens.ts';

export interface PlatformOptions {
  readonly settings: Settings;
  /** The services that this process runs: their stages are pulled here. */
  readonly services: readonly ServiceName[];
  readonly logger: Logger;
  /** Hears of stage events beside the log. */
  readonly observe?: StageObserver;
}

/** Everything a service stands on: settings, clock, log, Google clients, stage protocol, health. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot({ settings, services, logger, observe }: PlatformOptions): DynamicModule {
    const observeAll = (event: StageEvent): void => {
      logStageEvent(logger, event);
      observe?.(event);
    };
    return {
      module: PlatformModule,
      imports: [DiscoveryModule],
      controllers: servesReports(settings, services)
        ? [HealthController, ReportsController]
        : [HealthController],
      providers: [
        { provide: SETTINGS_TOKEN, useValue: settings },
        { provide: SERVICES, useValue: services },
        { provide: LOGGER, useValue: logger },
        { provide: CLOCK, useValue: systemClock },
        { provide: IDS, useValue: randomIds },
        { provide: TIMINGS, useValue: TIMING_PROFILES[settings.DOSSIER_TIMINGS] },
        { provide: STAGE_OBSERVER, useValue: observeAll },
        {
          provide: ReportLinks,
          inject: [CLOCK],
          useFactory: (clock: Clock) => reportLinksOf(settings, clock),
        },
        ...cloudProviders,
        ...protocolProviders,
        ...researchProviders,
        {
          provide: ModelProbes,
          inject: [Firestore, CLOCK],
          useFactory: (firestore: Firestore, clock: Clock) => new ModelProbes(firestore, clock),
        },
        StageHost,
      ],
      exports: [
        SETTINGS_TOKEN,
        LOGGER,
        CLOCK,
        IDS,
        TIMINGS,
        PLANNER,
        SEARCHER,
        WRITER,
        Firestore,
        PubSubCommandPublisher,
        ReportLinks,
        ReportStore,
        Sweeper,
        WorkspaceStore,
      ],
    };
  }
}

/** A public bucket on Google Cloud has its own address; before a local one, and before signed pages, stands the ingress. */
function servesReports(settings: Settings, services: readonly ServiceName[]): boolean {
  const { STORAGE_EMULATOR_HOST: localStore, DOSSIER_LINK_SECRET: secret } = settings;
  return services.includes('ingress') && (localStore ?? secret) !== undefined;
}
