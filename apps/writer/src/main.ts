import { runService } from '@dossier/platform';
import { WriterModule } from './writer.module.ts';

await runService('writer', WriterModule);
