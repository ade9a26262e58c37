import { runService } from '@dossier/platform';
import { IngressModule } from './ingress.module.ts';

await runService('ingress', IngressModule);
