import { runService } from '@dossier/platform';
import { PublisherModule } from './publisher.module.ts';

await runService('publisher', PublisherModule);
