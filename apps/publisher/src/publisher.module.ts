import { Module } from '@nestjs/common';
import { PublishStage } from './publish.stage.ts';

/** The publisher service: stage `publish`. */
@Module({ providers: [PublishStage] })
export class PublisherModule {}
