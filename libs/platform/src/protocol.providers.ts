import { Firestore } from '@google-cloud/firestore';
import type { Provider } from '@nestjs/common';
import { VERSION_LIMITS, type Clock, type Ids, type Timings } from '@dossier/contracts';
import { PubSubCommandPublisher } from '@dossier/messaging';
import {
  CallRecords,
  DailySpending,
  StageRunner,
  Sweeper,
  WorkspaceStore,
  type StageObserver,
  type StageRunnerParts,
} from '@dossier/workspace';
import { accessOfNewReports } from './link-policy.ts';
import type { Settings } from './settings.ts';
import { CLOCK, IDS, SETTINGS_TOKEN, STAGE_OBSERVER, TIMINGS } from './tokens.ts';

const LIMITS = Symbol('SpendingLimits');

/** The stage protocol, wired to this process's clients, clock and observer. */
export const protocolProviders: Provider[] = [
  {
    provide: WorkspaceStore,
    inject: [Firestore, CLOCK, SETTINGS_TOKEN],
    useFactory: (firestore: Firestore, clock: Clock, settings: Settings) =>
      new WorkspaceStore(firestore, clock, {
        notesInterim: accessOfNewReports(settings) === 'signed',
      }),
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
    provide: DailySpending,
    inject: [Firestore, CLOCK],
    useFactory: (firestore: Firestore, clock: Clock) => new DailySpending(firestore, clock),
  },
  {
    provide: LIMITS,
    inject: [SETTINGS_TOKEN, DailySpending],
    useFactory: limitsOf,
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
      LIMITS,
    ],
    useFactory: (
      store: WorkspaceStore,
      calls: CallRecords,
      publisher: PubSubCommandPublisher,
      clock: Clock,
      ids: Ids,
      timings: Timings,
      observe: StageObserver,
      limits: SpendingLimits,
    ) => new StageRunner({ store, calls, publisher, clock, ids, timings, observe, ...limits }),
  },
];

/** What versions and people may cost, as the operator set it. */
type SpendingLimits = Pick<StageRunnerParts, 'limits' | 'leftToday'>;

function limitsOf(settings: Settings, spending: DailySpending): SpendingLimits {
  const perDay = settings.DOSSIER_COST_PER_USER_DAY;
  return {
    limits: { ...VERSION_LIMITS, costMicroUsd: settings.DOSSIER_COST_PER_VERSION },
    ...(perDay !== undefined && {
      leftToday: async ({ runId, version, requester }) =>
        perDay - (await spending.today(requester, { runId, version })),
    }),
  };
}
