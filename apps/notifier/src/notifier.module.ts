import { Module } from '@nestjs/common';
import { lineClientProvider } from '@dossier/platform';
import { AffordableService } from './affordable.service.ts';
import { NotifyStage } from './notify.stage.ts';

/** The notifier service: stage `notify`. */
@Module({ providers: [NotifyStage, AffordableService, lineClientProvider] })
export class NotifierModule {}
