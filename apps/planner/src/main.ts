import { runService } from '@dossier/platform';
import { PlannerModule } from './planner.module.ts';

await runService('planner', PlannerModule);
