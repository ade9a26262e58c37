import { PubSub } from '@google-cloud/pubsub';
import {
  namesOf,
  Permanent,
  retryKeyOf,
  STAGE_NAMES,
  VERSION_LIMITS,
  type Delivery,
  type Outcome,
  type Plan,
  type StageName,
  type Timings,
} from '@dossier/contracts';
import { PubSubDeadLetters, SubscriptionHost } from '@dossier/messaging';
import { randomIds, systemClock } from '@dossier/platform';
import { CallRecords, StageRunner, type Stage } from '@dossier/workspace';
import type { DeadLettersUnderTest } from './dead-letters.kit.ts';

const PLAN: Plan = {
  question: '地熱發電的成本',
  reportLanguage: 'zh-TW',
  searchLanguages: ['zh-TW'],
  groups: [],
  provider: 'instant',
};
const counts = { chapters: 1, citations: 0, sources: 0, divergences: 0 };
const NOW = '2026-12-01T00:00:00.000Z';

interface WorkersOptions {
  readonly timings: Timings;
  /** Runs whose plan fails for good. */
  readonly planFails?: (runId: string) => boolean;
}

/** Workers of all five stages whose work takes no time, under the real protocol and real clients. */
export function startInstantWorkers(
  cloud: DeadLettersUnderTest,
  { timings, planFails = () => false }: WorkersOptions,
) {
  const pubsub = new PubSub(cloud.pubsubOptions);
  /** Pushes by run; LINE would refuse a second one with the same retry key. */
  const pushes = new Map<string, string[]>();
  const stages: { [N in StageName]: Stage<N> } = {
    plan: {
      run: ({ key }) =>
        planFails(key.runId)
          ? Promise.reject(new Permanent('still-broken'))
          : Promise.resolve({ plan: PLAN }),
    },
    search: {
      run: () =>
        Promise.resolve({
          evidence: {
            ...{ question: PLAN.question, sources: [], agreements: [], divergences: [], gaps: [] },
          },
        }),
    },
    write: {
      run: () =>
        Promise.resolve({
          report: {
            language: 'zh-TW',
            ...{ title: 't', chapters: [], provider: 'instant', writtenAt: NOW },
          },
          evaluation: { verdict: 'pass', gates: [], evaluatedAt: NOW },
        }),
    },
    publish: {
      run: () =>
        Promise.resolve({
          publication: {
            ...{ url: 'u', latestUrl: 'u', htmlObject: 'h', markdownObject: 'm' },
            ...{ htmlSha256: '', title: 't', summary: 's', counts },
          },
        }),
    },
    notify: {
      run: ({ key, version }) => {
        const kind =
          version.status === 'running' || version.status === 'done' ? 'report' : 'failure';
        const retryKey = retryKeyOf(key, kind);
        pushes.set(key.runId, [...(pushes.get(key.runId) ?? []), kind]);
        return Promise.resolve({
          notice: {
            status: 'sent',
            messageIds: [],
            ...{ kind, retryKey, reason: null, lineRequestId: null, deliveredAt: NOW },
          },
        });
      },
    },
  };
  const runner = new StageRunner({
    calls: new CallRecords(cloud.firestore, systemClock),
    ...{ store: cloud.workspaces, publisher: cloud.publisher, clock: systemClock },
    ...{ ids: randomIds, timings, limits: VERSION_LIMITS, observe: () => undefined },
  });
  const hosts = STAGE_NAMES.map((name) => {
    const { subscription, topic, deadLetterTopic } = namesOf(name);
    const handle = (delivery: Delivery, shutdown: AbortSignal): Promise<Outcome> =>
      handleStage(runner, stages, name, delivery, shutdown);
    return new SubscriptionHost(pubsub, {
      ...{ subscription, maxMessages: 20, drainMs: 5_000, flushMs: 1_000, handle },
      maxExtensionMs: timings.stages[name].maxExtensionMs,
      ackDeadlineMs: timings.stages[name].ackDeadlineMs,
      clock: systemClock,
      deadLetters: new PubSubDeadLetters(cloud.messages, {
        ...{ topic: deadLetterTopic, source: topic, clock: systemClock },
      }),
      onFatal: (error) => {
        throw error;
      },
      onTrouble: () => undefined,
    });
  });
  for (const host of hosts) host.start();
  return {
    pushes,
    async close(): Promise<void> {
      await Promise.all(hosts.map((host) => host.close()));
      await pubsub.close();
    },
  };
}

/** One generic call per stage, so that the stage and its name keep one type. */
function handleStage<N extends StageName>(
  runner: StageRunner,
  stages: { readonly [M in StageName]: Stage<M> },
  name: N,
  delivery: Delivery,
  shutdown: AbortSignal,
): Promise<Outcome> {
  return runner.handle(name, stages[name], delivery, shutdown);
}
