import { Firestore } from '@google-cloud/firestore';
import type { Provider } from '@nestjs/common';
import type { Clock, Timings } from '@dossier/contracts';
import { deadLetterRetention } from '@dossier/dead-letters';
import { CLOCK, ReportStore, SETTINGS_TOKEN, TIMINGS, type Settings } from '@dossier/platform';
import {
  expiredDocuments,
  InterimRetention,
  RetentionSweep,
  WorkspaceRetention,
  type RetentionRule,
} from '@dossier/workspace';
import { RetentionService } from './retention.service.ts';

/** Collections of the ingress whose documents say themselves until when they are kept. */
const EXPIRING = ['conversations', 'lineEvents', 'lineMessages', 'dailyUse'];

/** What removes everything that has been kept long enough, hosted by the process that also sweeps. */
export const retentionProviders: Provider[] = [
  {
    provide: RetentionSweep,
    inject: [Firestore, CLOCK, TIMINGS, WorkspaceRetention, InterimRetention],
    useFactory: (firestore: Firestore, clock: Clock, timings: Timings, ...more: RetentionRule[]) =>
      new RetentionSweep({
        clock,
        rules: [
          ...EXPIRING.map((collection) => expiredDocuments(firestore, collection)),
          ...deadLetterRetention(firestore, timings),
          ...more,
        ],
      }),
  },
  {
    provide: WorkspaceRetention,
    inject: [Firestore, TIMINGS, ReportStore, SETTINGS_TOKEN],
    useFactory: workspaceRetention,
  },
  {
    provide: InterimRetention,
    inject: [Firestore],
    useFactory: (firestore: Firestore) => new InterimRetention(firestore),
  },
  RetentionService,
];

/** Without the secret there are no signed pages, and the ingress may lack the right to remove objects. */
function workspaceRetention(
  firestore: Firestore,
  timings: Timings,
  reports: ReportStore,
  { DOSSIER_LINK_SECRET: secret }: Settings,
): WorkspaceRetention {
  if (secret === undefined) return new WorkspaceRetention(firestore, timings);
  return new WorkspaceRetention(firestore, timings, (runId, stop) =>
    reports.removeSigned(runId, stop),
  );
}
