import { Firestore } from '@google-cloud/firestore';
import { PubSub, type Message } from '@google-cloud/pubsub';
import {
  commandFor,
  namesOf,
  parseCommand,
  Retryable,
  runIdOf,
  TIMING_PROFILES,
  topologyOf,
  type Clock,
  type Delivery,
  type ResearchRequest,
  type RunKey,
  type StageCommand,
  type StageName,
  type Timings,
  type VersionState,
  type Workspace,
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
const REQUEST: ResearchRequest = {
  kind: 'new',
  question: '地熱發電的成本',
  reportLanguage: 'zh-TW',
  searchLanguages: ['zh-TW'],
};
export const OPERATOR = { by: 'ada', reason: 'the provider is back' };

/** The dead letters' library on real clients and the embedded servers, without any service. */
export async function startDeadLetters({
  clock = systemClock,
  timings = TIMING_PROFILES.test,
  pulls = true,
}: {
  clock?: Clock;
  timings?: Timings;
  /** Whether the kit itself takes the plan commands; false where workers do. */
  pulls?: boolean;
} = {}) {
  const pubsubServer = await startPubSub();
  // Strict, with no composite index: these tools must not need one to be deployed.
  const firestoreServer = await startFirestore({ indexes: [] });
  const pubsubOptions = { projectId: PROJECT, apiEndpoint: pubsubServer.address };
  const pubsub = new PubSub(pubsubOptions);
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
  const notices: StageCommand[] = [];
  const plans = pubsub.subscription(namesOf('plan').subscription);
  const told = pubsub.subscription(namesOf('notify').subscription);
  if (pulls) {
    plans.on('message', (message: Message) => {
      const { runId } = JSON.parse(message.data.toString()) as RunKey;
      published.set(runId, message.attributes);
      message.ack();
    });
    told.on('message', (message: Message) => {
      notices.push(parseCommand(message.data));
      message.ack();
    });
  }

  const newRun = () => {
    const runId = runIdOf(`dead-${++runs}`);
    const requester = { conversationId: `user:U${runs}`, to: `U${runs}` };
    const opened = openRun({ runId, requester, request: REQUEST }, clock.now(), timings);
    return { key: { runId, version: 1 }, opened };
  };

  const openNewRun = async (): Promise<RunKey> => {
    const { key, opened } = newRun();
    await workspaces.change(key.runId, () => opened);
    return key;
  };

  return {
    /** Leads the command line here. */
    environment: {
      PUBSUB_EMULATOR_HOST: pubsubServer.address,
      FIRESTORE_EMULATOR_HOST: firestoreServer.address,
      GOOGLE_CLOUD_PROJECT: PROJECT,
      DOSSIER_TIMINGS: 'test',
    },
    timings,
    pubsub,
    pubsubOptions,
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
    workspacesOn: (client: Firestore) => new WorkspaceStore(client, clock),
    publishFailure: () => new Retryable('publish-failed'),

    /** The attributes of the plan command that a run got. */
    publishedFor: (runId: string): Promise<Record<string, string>> =>
      eventually(`a plan command of ${runId}`, () => published.get(runId)),

    /** The newest versions of many runs, read at once. */
    async newestVersionsOf(runIds: readonly string[]): Promise<(VersionState | undefined)[]> {
      const { docs } = await firestore.collection('workspaces').get();
      const all = new Map(docs.map((each) => [each.id, each.data() as Workspace]));
      return runIds.map((runId) => {
        const workspace = all.get(runId);
        return workspace?.versions[String(workspace.version)];
      });
    },

    /** The commands to tell the user of a run's end, once there is one. */
    noticesFor: (runId: string): Promise<StageCommand[]> =>
      eventually(`a notice of ${runId}`, () => {
        const found = notices.filter((command) => command.runId === runId);
        return found.length > 0 && found;
      }),

    /** Changes a run's first version behind everybody's back. */
    patchVersion: ({ runId }: RunKey, change: Partial<VersionState>): Promise<void> =>
      workspaces.change(runId, (workspace) => {
        const version = workspace?.versions['1'];
        if (workspace === undefined || version === undefined) throw new Error(`no run ${runId}`);
        const versions = { '1': { ...version, ...change } };
        return { result: undefined, workspace: { ...workspace, versions } };
      }),

    /** What the sweep does for a run whose command was not published. */
    async republishOutbox({ runId }: RunKey): Promise<void> {
      const workspace = await workspaces.read(runId);
      for (const { stage, version, step } of Object.values(workspace?.outbox ?? {})) {
        await publisher.publish(commandFor({ runId, version }, stage, step));
      }
    },

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

    /**
     * Many runs that failed in `stage`, written by hand: what came before is done, the user knows.
     */
    async manyFailedRuns(count: number, stage: 'plan' | 'notify'): Promise<RunKey[]> {
      const made = Array.from({ length: count }, () => newRun());
      for (let from = 0; from < made.length; from += 200) {
        const batch = firestore.batch();
        for (const { key, opened } of made.slice(from, from + 200)) {
          batch.create(firestore.doc(`workspaces/${key.runId}`), failedIn(opened.workspace, stage));
        }
        await batch.commit();
      }
      return made.map(({ key }) => key);
    },

    async close(): Promise<void> {
      await Promise.all([plans.close(), told.close()]);
      await firestore.terminate();
      await pubsub.close();
      await Promise.all([pubsubServer.close(), firestoreServer.close()]);
    },
  };
}

export type DeadLettersUnderTest = Awaited<ReturnType<typeof startDeadLetters>>;

function failedIn(
  workspace: Workspace | undefined,
  stage: 'plan' | 'notify',
): Record<string, unknown> {
  if (workspace === undefined) throw new Error('no run was opened');
  const { wakeAt: _none, ...rest } = workspace;
  const at = workspace.createdAt;
  const done = { status: 'done', attempts: 1, step: 0, startedAt: at, endedAt: at };
  const lastError = { kind: 'Bug', reason: 'TypeError', at };
  const failed = { ...done, status: 'failed', attempts: 5, lastError };
  const stages =
    stage === 'plan'
      ? { plan: failed, notify: done }
      : { plan: done, search: done, write: done, publish: done, notify: failed };
  const version = {
    ...workspace.versions['1'],
    ...{ status: stage === 'plan' ? 'failed' : 'done', endedAt: at, stages },
    failure: { stage, reason: 'TypeError' },
  };
  return { ...rest, outbox: {}, versions: { '1': version } };
}

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
