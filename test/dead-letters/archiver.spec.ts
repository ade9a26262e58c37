import { PubSub, type Message } from '@google-cloud/pubsub';
import type { Provider } from '@nestjs/common';
import {
  commandFor,
  namesOf,
  SERVICE_NAMES,
  type ServiceName,
  type StageName,
} from '@dossier/contracts';
import { DeadLetterTools } from '@dossier/dead-letters';
import { ConfirmedPublisher, PubSubCommandPublisher } from '@dossier/messaging';
import { PLANNER, randomIds, systemClock } from '@dossier/platform';
import { startLocalCloud, type Asked, type LocalCloud } from '../e2e/local-cloud.kit.ts';
import { eventually } from '../support/eventually.ts';
import { OPERATOR } from './dead-letters.kit.ts';
import { hastyTimings, startSomeServices } from './some-services.kit.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';

let cloud: LocalCloud;
const closers: { close(): Promise<unknown> }[] = [];
let pubsub: PubSub;
let tools: DeadLetterTools;
beforeEach(async () => {
  cloud = await startLocalCloud();
  const { GOOGLE_CLOUD_PROJECT: projectId } = cloud.environment;
  pubsub = new PubSub({ projectId, apiEndpoint: cloud.pubsub.address });
  const messages = new ConfirmedPublisher(pubsub, 5_000);
  tools = new DeadLetterTools({
    firestore: cloud.firestore,
    workspaces: cloud.store,
    messages,
    publisher: new PubSubCommandPublisher(messages),
    clock: systemClock,
    ids: randomIds,
    timings: hastyTimings,
  });
});
afterEach(async () => {
  // Also after a failed test: what goes on running would disturb the next one.
  for (const closer of closers.splice(0)) await closer.close();
  await pubsub.close();
  await cloud.close();
});

async function start(services?: readonly ServiceName[], others?: readonly Provider[]) {
  const started = await startSomeServices(cloud.settings(), services, others);
  closers.push(started);
  return started;
}

/** A worker that dies of every command: none of its deliveries is ever acked. */
function poisonedWorker(stage: StageName): { close(): Promise<void> } {
  const subscription = pubsub.subscription(namesOf(stage).subscription);
  subscription.on('message', (message: Message) => message.nack());
  return subscription;
}

/** LINE delivers again what was not answered in its two seconds; here somebody else asks instead. */
async function ask(url: string, tries = 5): Promise<Asked> {
  try {
    return await cloud.ask(url, QUESTION);
  } catch (error) {
    if (tries === 0) throw error;
    return ask(url, tries - 1);
  }
}

const pushesOf = ({ userId }: Asked): string[] =>
  cloud.line.pushesOf(userId).map(({ messages }) => JSON.stringify(messages));

const lettersOf = async ({ runId }: Asked) =>
  tools.list({ runId, states: ['open', 'quarantined', 'replayed', 'skipped'] });

describe('a command that kills every worker', () => {
  it('is archived, its user is told once, and a replay finishes the run', async () => {
    const others = SERVICE_NAMES.filter((name) => name !== 'writer');
    const services = await start(others);
    const poison = poisonedWorker('write');
    const asked = await ask(services.url);
    const ended = await cloud.endOf(asked.runId);
    expect(ended.versions['1']).toMatchObject({
      status: 'failed',
      failure: { stage: 'write', reason: 'delivery-attempts-exhausted' },
    });
    expect(pushesOf(asked)).toHaveLength(1);
    const [letter] = await lettersOf(asked);
    expect(letter).toMatchObject({
      stage: 'write',
      reason: 'delivery-attempts-exhausted',
      effect: 'marked-failed',
      deliveryAttempts: 5,
    });

    await poison.close();
    await start(['writer']);
    const outcome = await tools.replayOne(letter?.id ?? '', OPERATOR);
    expect(outcome).toMatchObject({ kind: 'replayed', stage: 'write', resumptions: 1 });
    const done = await eventually('the report', async () => {
      const workspace = await cloud.endOf(asked.runId);
      return workspace.versions['1']?.status === 'done' && workspace;
    });
    // What was done before the failure was not done again.
    expect(done.versions['1']?.stages).toMatchObject({
      plan: { status: 'done', attempts: 1 },
      search: { status: 'done', attempts: 1 },
    });
    const pushes = pushesOf(asked);
    expect(pushes).toHaveLength(2);
    expect(pushes[1]).toContain('https://reports.example/');
  }, 120_000);
});

describe('a version that failed by itself', () => {
  it('has its notice already: archiving its command tells nobody again', async () => {
    let healthy = false;
    const planner = {
      plan: () =>
        healthy
          ? Promise.reject(new Error('not asked again'))
          : Promise.reject(new TypeError('a bug with 祕密 in its message')),
    };
    const others = [{ provide: PLANNER, useValue: planner }];
    const services = await start(SERVICE_NAMES, others);
    const asked = await ask(services.url);
    await cloud.endOf(asked.runId);
    healthy = true;
    const letters = await eventually('the record', async () => {
      const found = await lettersOf(asked);
      return found.length > 0 && found;
    });
    expect(letters).toEqual([
      expect.objectContaining({ reason: 'TypeError', effect: 'recorded-only', stage: 'plan' }),
    ]);
    expect(JSON.stringify(await tools.show(letters[0]?.id ?? ''))).not.toContain('祕密');
    expect(pushesOf(asked)).toHaveLength(1);
    const { verdict, run } = await tools.show(letters[0]?.id ?? '');
    expect(verdict.kind).toBe('replay');
    expect(run?.attempts.filter(({ event }) => event === 'plan.claimed')).toHaveLength(5);
  }, 120_000);
});

describe('a message that is no command, or a command that is not due', () => {
  it('is archived with its reason, and no run hears of it', async () => {
    const services = await start();
    const asked = await ask(services.url);
    const topic = pubsub.topic(namesOf('plan').topic);
    await topic.publishMessage({ data: Buffer.from('<html>'), attributes: { traceparent: 't' } });
    const stray = commandFor({ runId: asked.runId, version: 9 }, 'plan');
    await topic.publishMessage({ data: Buffer.from(JSON.stringify(stray)) });
    const letters = await eventually('two records', async () => {
      const found = await tools.list();
      return found.length >= 2 && found;
    });
    expect(letters.map(({ reason }) => reason).toSorted()).toEqual([
      'malformed',
      'unknown-version',
    ]);
    expect(letters.find(({ reason }) => reason === 'malformed')).toMatchObject({
      attributes: { traceparent: 't' },
      detail: 'message rejected: body is not JSON in UTF-8',
    });
    await cloud.endOf(asked.runId);
    expect((await cloud.finalStateOf(asked)).status).toBe('done');
    expect(pushesOf(asked)).toHaveLength(1);
  }, 120_000);
});
