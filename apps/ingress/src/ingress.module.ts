import { Module } from '@nestjs/common';
import { lineClientProvider } from '@dossier/platform';
import { archiverProviders } from './archiver/archiver.providers.ts';
import { EventService } from './event.service.ts';
import { OpenRunService } from './open-run.service.ts';
import { ReplyService } from './reply.service.ts';
import { SweepController } from './sweep.controller.ts';
import { SweepService } from './sweep.service.ts';
import { SweepTimer } from './sweep.timer.ts';
import { WebhookController } from './webhook.controller.ts';
import { WebhookService } from './webhook.service.ts';

/** The ingress service: LINE's webhook, the sweep that repeats what was lost, and the archiver of what died. */
@Module({
  controllers: [WebhookController, SweepController],
  providers: [
    WebhookService,
    EventService,
    OpenRunService,
    ReplyService,
    SweepService,
    SweepTimer,
    lineClientProvider,
    ...archiverProviders,
  ],
})
export class IngressModule {}
