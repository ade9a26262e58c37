import { Firestore } from '@google-cloud/firestore';
import { PubSub, type Message } from '@google-cloud/pubsub';
import {
  commandFor,
  namesOf,
  Retryable,
  runIdOf,
  TIMING_PROFILES,
  topologyOf,
  type Clock,
  type Delivery,
  type RunKey,
  type StageName,
  type VersionState,
} from '@dossier/contracts';
import {
  DeadLetterArchive,
  DeadLetterStore,
  DeadLetterTools,
  type DeadLetterToolsParts,
} from '@dossier/dead-letters';
import { startFirestore, startPubSub } from '@dossier/embedded';
import { ConfirmedPublisher, ensureTopology, PubSubCommandPublisher } from '@dossier/messaging';
import { randomIds, systemClock } from '@dossier/platform';
import { decideBurial, openRun, WorkspaceStore } from '@dossier/workspace';
import { eventually } from '../support/eventually.ts';

const PROJECT = 'dead-letters';
export const timings = TIMING_PROFILES.test;
export const OPERATOR = { by: 'ada', reason: 'the provider is back' };

/** The dead letters' library on real clients and the embedded servers, without any service. */
export async function startDeadLetters({ clock = systemClock }: { clock?: Clock } = {}) {
  const pubsubServer = await startPubSub();
  const firestoreServer = await startFirestore();
  const pubsub = new PubSub({ projectId: PROJECT, apiEndpoint: pubsubServer.address });
  const newFirestore = (): Firestore =>
    new Firestore({ projectId: PROJECT, host: firestoreServer.address, ssl: false });
  const firestore = newFirestore();
  await ensureTopology(pubsub, topologyOf(timings));
  const messages = new ConfirmedPublisher(pubsub, 5_000);
  const publisher = new PubSubCommandPublisher(messages);
  const workspaces = new WorkspaceStore(firestore, clock);
  const letters = new DeadLetterStore(firestore);
  const archive = new DeadLetterArchive({ letters, workspaces, publisher, clock, timings });
  const parts: DeadLetterToolsParts = {
    ...{ firestore, workspaces, publisher, messages, clock, ids: randomIds, timings },
  };
  let runs = 0;

  /** The plan commands that were published, by run. */
  const published = new Map<string, Record<string, string>>();
  const plans = pubsub.subscription(namesOf('plan').subscription);
  plans.on('message', (message: Message) => {
    const { runId } = JSON.parse(message.data.toString()) as RunKey;
    published.set(runId, message.attributes);
    message.ack();
  });

  const openNewRun = async (): Promise<RunKey> => {
    const runId = runIdOf(`dead-${++runs}`);
    await workspaces.change(runId, () =>
      openRun(
        {
          runId,
          requester: { conversationId: `user:U${runs}`, to: `U${runs}` },
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
  };

  return {
    pubsub,
    pubsubServer,
    firestore,
    newFirestore,
    letters,
    workspaces,
    publisher,
    messages,
    archive,
    tools: new DeadLetterTools(parts),
    openRun: openNewRun,

    /** The tools with other parts. */
    toolsWith: (change: Partial<DeadLetterToolsParts>) =>
      new DeadLetterTools({ ...parts, ...change }),
    publishFailure: () => new Retryable('publish-failed'),

    /** The attributes of the plan command that a run got. */
    publishedFor: (runId: string): Promise<Record<string, string>> =>
      eventually(`a plan command of ${runId}`, () => published.get(runId)),

    /** Changes a run's first version behind everybody's back. */
    patchVersion: ({ runId }: RunKey, change: Partial<VersionState>): Promise<void> =>
      workspaces.change(runId, (workspace) => {
        const version = workspace?.versions['1'];
        if (workspace === undefined || version === undefined) throw new Error(`no run ${runId}`);
        const versions = { '1': { ...version, ...change } };
        return { result: undefined, workspace: { ...workspace, versions } };
      }),

    /** Makes a topic and returns a wait for its first message. */
    async watchNewTopic(name: string): Promise<() => Promise<Message>> {
      const [topic] = await pubsub.createTopic(name);
      const [subscription] = await topic.createSubscription(`${name}.watch`);
      let first: Message | undefined;
      subscription.on('message', (message: Message) => {
        first ??= message;
        message.ack();
      });
      return async () => {
        const message = await eventually(`a message on ${name}`, () => first);
        await subscription.close();
        return message;
      };
    },

    /** A run whose plan has failed, so that its dead letter can be replayed. */
    async failedRun(): Promise<RunKey> {
      const key = await openNewRun();
      await workspaces.change(key.runId, (workspace) =>
        decideBurial(workspace, commandFor(key, 'plan'), 'broken', clock.now(), timings),
      );
      return key;
    },

    async close(): Promise<void> {
      await plans.close();
      await firestore.terminate();
      await pubsub.close();
      await Promise.all([pubsubServer.close(), firestoreServer.close()]);
    },
  };
}

export type DeadLettersUnderTest = Awaited<ReturnType<typeof startDeadLetters>>;

/** The body of a command. */
export function bodyOf(key: RunKey, stage: StageName, step = 0): Buffer {
  const { runId, version } = key;
  return Buffer.from(JSON.stringify({ runId, version, stage, step }));
}

let messageIds = 0;

/** A delivery as it arrives on a dead-letter topic that Pub/Sub itself has filled. */
export function givenUp(body: Uint8Array, attributes: Record<string, string> = {}): Delivery {
  return {
    body,
    messageId: `m${++messageIds}`,
    attempt: 0,
    attributes: {
      ...attributes,
      CloudPubSubDeadLetterSourceDeliveryCount: '5',
      CloudPubSubDeadLetterSourceSubscription: 'dossier.plan.planner',
      CloudPubSubDeadLetterSourceSubscriptionProject: PROJECT,
      CloudPubSubDeadLetterSourceTopicPublishTime: '2026-12-01T00:00:00.000Z',
    },
  };
}

/** A delivery that our own code has moved to a dead-letter topic. */
export function refused(
  body: Uint8Array,
  reason: string,
  attributes: Record<string, string> = {},
): Delivery {
  const id = ++messageIds;
  return {
    body,
    messageId: `copy${id}`,
    attempt: 0,
    attributes: {
      ...attributes,
      deadLetterReason: reason,
      deadLetterSource: 'dossier.plan',
      deadLetterMessageId: `m${id}`,
      deadLetterAttempt: '1',
      deadLetteredAt: '2026-12-01T00:00:01.000Z',
    },
  };
}
