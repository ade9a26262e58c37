import { Module } from '@nestjs/common';
import { WriteStage } from './write.stage.ts';

/** The writer service: stage `write`. */
@Module({ providers: [WriteStage] })
export class WriterModule {}
