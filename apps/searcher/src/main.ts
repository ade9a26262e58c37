import { runService } from '@dossier/platform';
import { SearcherModule } from './searcher.module.ts';

await runService('searcher', SearcherModule);
