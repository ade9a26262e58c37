import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { SERVICE_NAMES, type ServiceName } from '@dossier/contracts';
import { IngressModule } from '@dossier/ingress';
import { NotifierModule } from '@dossier/notifier';
import { PlannerModule } from '@dossier/planner';
import {
  createLogger,
  createServiceApp,
  PlatformModule,
  readSettings,
  type Settings,
} from '@dossier/platform';
import { PublisherModule } from '@dossier/publisher';
import { SearcherModule } from '@dossier/searcher';
import type { StageObserver } from '@dossier/workspace';
import { WriterModule } from '@dossier/writer';
import type { Logger } from 'pino';
import { withPaidResearch } from './with-paid-research.ts';

const MODULES: Readonly<Record<ServiceName, Type>> = {
  ingress: IngressModule,
  planner: PlannerModule,
  searcher: SearcherModule,
  writer: WriterModule,
  publisher: PublisherModule,
  notifier: NotifierModule,
};

/** What may differ from six services on the platform's own parts. */
export interface PaidServicesOptions {
  /** All six when absent. */
  readonly services?: readonly ServiceName[];
  /** In the place of the platform's own: a clock, timings. */
  readonly providers?: readonly Provider[];
  readonly observe?: StageObserver;
}

/** Services in this process, with research on the paid provider at `providerUrl`; without one, as the settings say. */
export async function startPaidServices(
  environment: Readonly<Record<string, string>>,
  providerUrl: string | undefined,
  options: PaidServicesOptions = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const settings = readSettings(environment);
  const logger = createLogger(settings.LOG_LEVEL, 'paid-services');
  const module = withPaidResearch(
    someServices(settings, logger, options),
    providerUrl,
    options.providers,
  );
  const app = await createServiceApp(module, logger);
  await app.listen(settings.PORT, settings.HOST);
  return { url: await app.getUrl(), close: () => app.close() };
}

@Module({})
class SomeServices {}

function someServices(
  settings: Settings,
  logger: Logger,
  { services = SERVICE_NAMES, observe = () => undefined }: PaidServicesOptions,
): DynamicModule {
  const platform = PlatformModule.forRoot({ settings, logger, observe, services });
  return { module: SomeServices, imports: [platform, ...services.map((name) => MODULES[name])] };
}
