import { Module } from '@nestjs/common';
import { lineClientProvider } from '@dossier/platform';
import { AnswerService } from './answers/answer.service.ts';
import { HandOverService } from './answers/hand-over.service.ts';
import { ReplyService } from './answers/reply.service.ts';
import { archiverProviders } from './archiver/archiver.providers.ts';
import { EventService } from './event.service.ts';
import { ChapterReader } from './events/chapter-reader.ts';
import { DailyUse } from './events/daily-use.ts';
import { DecideEventService } from './events/decide-event.service.ts';
import { EventStore } from './events/event-store.ts';
import { SituationReader } from './events/situation-reader.service.ts';
import { QueueService } from './queue.service.ts';
import { retentionProviders } from './retention/retention.providers.ts';
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
    DecideEventService,
    EventStore,
    DailyUse,
    ChapterReader,
    SituationReader,
    AnswerService,
    HandOverService,
    ReplyService,
    QueueService,
    SweepService,
    SweepTimer,
    lineClientProvider,
    ...archiverProviders,
    ...retentionProviders,
  ],
})
export class IngressModule {}
