import { Module } from '@nestjs/common';
import { lineClientProvider } from '@dossier/platform';
import { NotifyStage } from './notify.stage.ts';

/** The notifier service: stage `notify`. */
@Module({ providers: [NotifyStage, lineClientProvider] })
export class NotifierModule {}
