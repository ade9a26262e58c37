import { runService } from '@dossier/platform';
import { NotifierModule } from './notifier.module.ts';

await runService('notifier', NotifierModule);
