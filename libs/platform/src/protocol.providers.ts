import { Firestore } from '@google-cloud/firestore';
import type { Provider } from '@nestjs/common';
import { VERSION_LIMITS, type Clock, type Ids, type Timings } from '@dossier/contracts';
import { PubSubCommandPublisher } from '@dossier/messaging';
import {
  CallRecords,
  StageRunner,
  Sweeper,
  WorkspaceStore,
  type StageObserver,
} from '@dossier/workspace';
import { CLOCK, IDS, STAGE_OBSERVER, TIMINGS } from './tokens.ts';

/** The stage protocol, wired to this process's clients, clock and observer. */
export const protocolProviders: Provider[] = [
  {
    provide: WorkspaceStore,
    inject: [Firestore, CLOCK],
    useFactory: (firestore: Firestore, clock: Clock) => new WorkspaceStore(firestore, clock),
  },
  {
    provide: CallRecords,
    inject: [Firestore, CLOCK],
    useFactory: (firestore: Firestore, clock: Clock) => new CallRecords(firestore, clock),
  },
  {
    provide: Sweeper,
    inject: [WorkspaceStore, PubSubCommandPublisher, CLOCK, TIMINGS],
    useFactory: (
      store: WorkspaceStore,
      publisher: PubSubCommandPublisher,
      clock: Clock,
      timings: Timings,
    ) => new Sweeper({ store, publisher, clock, timings }),
  },
  {
    provide: StageRunner,
    inject: [
      WorkspaceStore,
      CallRecords,
      PubSubCommandPublisher,
      CLOCK,
      IDS,
      TIMINGS,
      STAGE_OBSERVER,
    ],
    useFactory: (
      store: WorkspaceStore,
      calls: CallRecords,
      publisher: PubSubCommandPublisher,
      clock: Clock,
      ids: Ids,
      timings: Timings,
      observe: StageObserver,
    ) =>
      new StageRunner({
        store,
        calls,
        publisher,
        clock,
        ids,
        timings,
        limits: VERSION_LIMITS,
        observe,
      }),
  },
];
