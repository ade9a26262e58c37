import { Module } from '@nestjs/common';
import { lineClientProvider } from '@dossier/platform';
import { EventService } from './event.service.ts';
import { OpenRunService } from './open-run.service.ts';
import { ReplyService } from './reply.service.ts';
import { SweepTimer } from './sweep.timer.ts';
import { WebhookController } from './webhook.controller.ts';
import { WebhookService } from './webhook.service.ts';

/** The ingress service: LINE's webhook, and the sweep that repeats what was lost. */
@Module({
  controllers: [WebhookController],
  providers: [
    WebhookService,
    EventService,
    OpenRunService,
    ReplyService,
    SweepTimer,
    lineClientProvider,
  ],
})
export class IngressModule {}
