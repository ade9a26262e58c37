import { Module, type DynamicModule } from '@nestjs/common';
import { SERVICE_NAMES } from '@dossier/contracts';
import type { FakeLine } from '@dossier/fake-line';
import { IngressModule } from '@dossier/ingress';
import { NotifierModule } from '@dossier/notifier';
import { PlannerModule } from '@dossier/planner';
import { PlatformModule, type Settings } from '@dossier/platform';
import { PublisherModule } from '@dossier/publisher';
import { SearcherModule } from '@dossier/searcher';
import type { StageObserver } from '@dossier/workspace';
import { WriterModule } from '@dossier/writer';
import type { Logger } from 'pino';
import { ChatModule } from './chat/chat.module.ts';
import type { ProgressFeed } from './chat/progress-feed.ts';
import { EXAMPLE_QUESTIONS } from './example-questions.ts';

/** All six services in one process, with the report pages and (without a real LINE) the chat page. */
@Module({})
export class LocalModule {
  static forRoot(parts: {
    settings: Settings;
    logger: Logger;
    observe: StageObserver;
    simulator: FakeLine | undefined;
    progress?: ProgressFeed;
  }): DynamicModule {
    const { settings, logger, observe, simulator, progress } = parts;
    return {
      module: LocalModule,
      imports: [
        PlatformModule.forRoot({ settings, logger, observe, services: SERVICE_NAMES }),
        IngressModule,
        PlannerModule,
        SearcherModule,
        WriterModule,
        PublisherModule,
        NotifierModule,
        ...(simulator === undefined
          ? []
          : [
              ChatModule.forRoot({
                fakeLine: simulator,
                examples: settings.DOSSIER_CORPUS === undefined ? EXAMPLE_QUESTIONS : [],
                hosts: hostsOf(settings),
                ...(progress === undefined ? {} : { progress }),
              }),
            ]),
      ],
    };
  }
}

/** The chat page refuses foreign host names; the public address is the operator's own. */
function hostsOf({ DOSSIER_PUBLIC_URL: address }: Settings): string[] {
  return address === undefined ? [] : [new URL(address).hostname];
}
