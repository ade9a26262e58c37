// All six services (or those of --services) in one process, with research that takes no time or just
// the time that --model-times says; --configured-research takes the provider of the settings. These come
// from the environment. Prints {"url":...} when ready.
import { parseArgs } from 'node:util';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { SERVICE_NAMES, type ServiceName } from '@dossier/contracts';
import { IngressModule } from '@dossier/ingress';
import { NotifierModule } from '@dossier/notifier';
import {
  createLogger,
  createServiceApp,
  PLANNER,
  PlatformModule,
  readSettings,
  SEARCHER,
  stopOnSignals,
  WRITER,
} from '@dossier/platform';
import { PlannerModule } from '@dossier/planner';
import { PublisherModule } from '@dossier/publisher';
import { SearcherModule } from '@dossier/searcher';
import { WriterModule } from '@dossier/writer';
import { InstantResearch } from '../research/instant-research.ts';
import { parseModelTimes } from '../research/model-times.ts';

const MODULES: Readonly<Record<ServiceName, Type>> = {
  ingress: IngressModule,
  planner: PlannerModule,
  searcher: SearcherModule,
  writer: WriterModule,
  publisher: PublisherModule,
  notifier: NotifierModule,
};

const { values } = parseArgs({
  options: {
    services: { type: 'string' },
    'model-times': { type: 'string' },
    'configured-research': { type: 'boolean', default: false },
  },
});
const wanted = values.services?.split(',') ?? SERVICE_NAMES;
const services = SERVICE_NAMES.filter((name) => wanted.includes(name));
const times = values['model-times'];
const research = new InstantResearch(
  times === undefined ? undefined : parseModelTimes(times),
  (call) => process.stdout.write(`${JSON.stringify(call)}\n`),
);

const settings = readSettings(process.env, services);
const logger = createLogger(settings.LOG_LEVEL, 'bench');

/** The platform with its research replaced: of two providers of one token in a module, the last counts. */
function withInstantResearch(given: DynamicModule): DynamicModule {
  const instant = [PLANNER, SEARCHER, WRITER].map((token) => ({
    provide: token,
    useValue: research,
  }));
  return { ...given, providers: [...(given.providers ?? []), ...instant] };
}

const platform = PlatformModule.forRoot({ settings, services, logger });

@Module({
  imports: [
    values['configured-research'] ? platform : withInstantResearch(platform),
    ...services.map((name) => MODULES[name]),
  ],
})
class BenchModule {}

const app = await createServiceApp(BenchModule, logger);
stopOnSignals(() => app.close(), {
  onError: (error) => logger.error({ err: error }, 'not stopped cleanly'),
});
await app.listen(settings.PORT, settings.HOST);
process.stdout.write(`${JSON.stringify({ url: await app.getUrl() })}\n`);
