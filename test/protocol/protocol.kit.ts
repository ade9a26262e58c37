import { Firestore } from '@google-cloud/firestore';
import {
  VERSION_LIMITS,
  commandFor,
  Retryable,
  runIdOf,
  TIMING_PROFILES,
  type Delivery,
  type RunKey,
  type StageCommand,
  type StageName,
  type Timings,
} from '@dossier/contracts';
import { startFirestore } from '@dossier/embedded';
import {
  CallRecords,
  openRun,
  StageRunner,
  WorkspaceStore,
  type CommandPublisher,
  type StageEvent,
} from '@dossier/workspace';
import type { FaultPlan } from '../faults/proxy/fault.ts';
import { startProxy } from '../faults/proxy/start-proxy.ts';
import { ManualClock } from '../support/manual-clock.fake.ts';

const { stages, global } = TIMING_PROFILES.test;
/** The test profile with a plan budget of a few heartbeats. */
export const timings: Timings = {
  global,
  stages: { ...stages, plan: { ...stages.plan, budgetMs: 3_000 } },
};
export const NEVER = new AbortController().signal;

/** Keeps what was published; refuses the next publishes when told to. */
export class RecordingPublisher implements CommandPublisher {
  readonly published: StageCommand[] = [];
  failures = 0;

  publish(command: StageCommand): Promise<void> {
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new Retryable('publish-failed'));
    }
    this.published.push(command);
    return Promise.resolve();
  }

  get stages(): StageName[] {
    return this.published.map(({ stage }) => stage);
  }
}

/**
 * The stage protocol on a real Firestore client and the embedded server, with time in the test's hand.
 * @param plan what goes wrong between the two.
 */
export async function startProtocol(plan: FaultPlan = {}) {
  const server = await startFirestore();
  const proxy = await startProxy('firestore', server.address, plan);
  const firestore = new Firestore({ projectId: 'protocol', host: proxy.address, ssl: false });
  const clock = new ManualClock();
  const store = new WorkspaceStore(firestore, clock);
  const publisher = new RecordingPublisher();
  const events: StageEvent[] = [];
  let ids = 0;
  const runnerWith = (time: ManualClock): StageRunner =>
    new StageRunner({
      store,
      calls: new CallRecords(firestore, time),
      publisher,
      clock: time,
      ids: { next: () => `token-${++ids}` },
      timings,
      limits: { ...VERSION_LIMITS, searches: 10, modelCalls: 10 },
      observe: (event) => events.push(event),
    });
  let runs = 0;
  return {
    firestore,
    clock,
    store,
    publisher,
    runner: runnerWith(clock),
    events,
    /** A runner on another machine, whose clock is ahead by `aheadMs`. */
    runnerAt(aheadMs: number): StageRunner {
      const ahead = new Date(clock.now().getTime() + aheadMs);
      return runnerWith(new ManualClock(ahead.toISOString()));
    },
    /** A runner whose waits take no time. */
    impatientRunner(): StageRunner {
      return runnerWith(new ManualClock(clock.now().toISOString(), true));
    },
    /** Opens a run of its own, so that tests do not meet. */
    async openRun(): Promise<RunKey> {
      const runId = runIdOf(`event-${++runs}`);
      await store.change(runId, () =>
        openRun(
          {
            runId,
            requester: { conversationId: 'user:U1', to: 'U1' },
            request: {
              kind: 'new',
              question: '地熱發電的成本',
              reportLanguage: 'zh-TW',
              searchLanguages: ['zh-TW'],
            },
          },
          clock.now(),
          timings,
        ),
      );
      return { runId, version: 1 };
    },
    async close(): Promise<void> {
      await firestore.terminate();
      await proxy.close();
      await server.close();
    },
  };
}

export type Protocol = Awaited<ReturnType<typeof startProtocol>>;

/** A delivery of a command, as the transport makes it. */
export function deliveryOf(key: RunKey, stage: StageName, step = 0): Delivery {
  const { runId, version } = commandFor(key, stage, step);
  return {
    body: Buffer.from(JSON.stringify({ runId, version, stage, step })),
    attributes: {},
    messageId: '1',
    attempt: 1,
  };
}

/** A plan as a stage would make it. */
export const aPlan = (provider = 'test') => ({
  question: '地熱發電的成本',
  reportLanguage: 'zh-TW' as const,
  searchLanguages: ['zh-TW' as const],
  groups: [],
  provider,
});
