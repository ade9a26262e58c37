import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { SERVICE_NAMES, TIMING_PROFILES, type ServiceName, type Timings } from '@dossier/contracts';
import { IngressModule } from '@dossier/ingress';
import { NotifierModule } from '@dossier/notifier';
import { PlannerModule } from '@dossier/planner';
import {
  createLogger,
  createServiceApp,
  PlatformModule,
  TIMINGS,
  type Settings,
} from '@dossier/platform';
import { PublisherModule } from '@dossier/publisher';
import { SearcherModule } from '@dossier/searcher';
import { WriterModule } from '@dossier/writer';

const MODULES: Readonly<Record<ServiceName, Type>> = {
  ingress: IngressModule,
  planner: PlannerModule,
  searcher: SearcherModule,
  writer: WriterModule,
  publisher: PublisherModule,
  notifier: NotifierModule,
};

const { stages, global } = TIMING_PROFILES.test;
const hasty = { maxDeliveryAttempts: 5, minBackoffMs: 100, maxBackoffMs: 300 };
/** The test profile with the fewest attempts that Pub/Sub accepts, one soon after another. */
export const hastyTimings: Timings = {
  global,
  stages: {
    plan: { ...stages.plan, ...hasty },
    search: { ...stages.search, ...hasty },
    write: { ...stages.write, ...hasty },
    publish: { ...stages.publish, ...hasty },
    notify: { ...stages.notify, ...hasty },
  },
};

@Module({})
class SomeServices {}

/** Some of the six services in this process, on hasty timings and with `others` in place of the platform's own. */
export async function startSomeServices(
  settings: Settings,
  services: readonly ServiceName[] = SERVICE_NAMES,
  others: readonly Provider[] = [],
): Promise<{ url: string; close(): Promise<void> }> {
  const logger = createLogger(settings.LOG_LEVEL, 'some-services');
  const platform = PlatformModule.forRoot({ settings, logger, services });
  const changed: DynamicModule = {
    ...platform,
    // Of two providers of one token the later one counts.
    providers: [
      ...(platform.providers ?? []),
      { provide: TIMINGS, useValue: hastyTimings },
      ...others,
    ],
  };
  const imports = [changed, ...services.map((name) => MODULES[name])];
  const app = await createServiceApp({ module: SomeServices, imports }, logger);
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return { url, close: () => app.close() };
}
