import { Firestore } from '@google-cloud/firestore';
import type { Provider } from '@nestjs/common';
import type { Clock, Timings } from '@dossier/contracts';
import { deadLetterRetention } from '@dossier/dead-letters';
import { CLOCK, TIMINGS } from '@dossier/platform';
import { expiredDocuments, RetentionSweep, WorkspaceRetention } from '@dossier/workspace';
import { RetentionService } from './retention.service.ts';

/** Collections of the ingress whose documents say themselves until when they are kept. */
const EXPIRING = ['conversations', 'lineEvents', 'lineMessages', 'dailyUse'];

/** What removes everything that has been kept long enough, hosted by the process that also sweeps. */
export const retentionProviders: Provider[] = [
  {
    provide: RetentionSweep,
    inject: [Firestore, CLOCK, TIMINGS],
    useFactory: (firestore: Firestore, clock: Clock, timings: Timings) =>
      new RetentionSweep({
        clock,
        rules: [
          ...EXPIRING.map((collection) => expiredDocuments(firestore, collection)),
          ...deadLetterRetention(firestore, timings),
          new WorkspaceRetention(firestore, timings),
        ],
      }),
  },
  RetentionService,
];
