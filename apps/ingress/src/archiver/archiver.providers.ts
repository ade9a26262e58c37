import { Firestore } from '@google-cloud/firestore';
import type { Provider } from '@nestjs/common';
import type { Clock, Timings } from '@dossier/contracts';
import { DeadLetterArchive, DeadLetterStore } from '@dossier/dead-letters';
import { PubSubCommandPublisher } from '@dossier/messaging';
import { CLOCK, pubsubOptions, SETTINGS_TOKEN, TIMINGS, type Settings } from '@dossier/platform';
import { WorkspaceStore } from '@dossier/workspace';
import { ArchiverPubSub } from './archiver-pubsub.ts';
import { ArchiverService } from './archiver.service.ts';

/** The archiver of dead letters, hosted by the process that also sweeps. */
export const archiverProviders: Provider[] = [
  {
    provide: ArchiverPubSub,
    inject: [SETTINGS_TOKEN],
    useFactory: (settings: Settings) => new ArchiverPubSub(pubsubOptions(settings)),
  },
  {
    provide: DeadLetterArchive,
    inject: [Firestore, WorkspaceStore, PubSubCommandPublisher, CLOCK, TIMINGS],
    useFactory: (
      firestore: Firestore,
      workspaces: WorkspaceStore,
      publisher: PubSubCommandPublisher,
      clock: Clock,
      timings: Timings,
    ) =>
      new DeadLetterArchive({
        letters: new DeadLetterStore(firestore),
        workspaces,
        publisher,
        clock,
        timings,
      }),
  },
  ArchiverService,
];
