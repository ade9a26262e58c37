import { createHmac } from 'node:crypto';
import { PubSub } from '@google-cloud/pubsub';
import { namesOf, runIdOf } from '@dossier/contracts';
import { verifySignature } from '@dossier/line';
import { eventually } from '../support/eventually.ts';
import { startLocalCloud, type LocalCloud } from './local-cloud.kit.ts';
import { ServiceProcesses } from './service-processes.kit.ts';
import { startServicesInOneProcess } from './services-in-one-process.kit.ts';

const QUESTION = '地熱發電的成本與風險是什麼？';

let cloud: LocalCloud;
let services: Awaited<ReturnType<typeof startServicesInOneProcess>>;
beforeAll(async () => {
  cloud = await startLocalCloud();
  services = await startServicesInOneProcess(cloud.settings());
  cloud.line.webhookUrl = `${services.url}/line/webhook`;
});
afterAll(async () => {
  await services.close();
  await cloud.close();
});

function post(body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${services.url}/line/webhook`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

function signed(body: string | Buffer): Promise<Response> {
  const secret = cloud.environment.LINE_CHANNEL_SECRET;
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  return post(body, { 'x-line-signature': signature });
}

let serial = 0;
function aTextEvent(text: string, change: Record<string, unknown> = {}): Record<string, unknown> {
  serial += 1;
  return {
    type: 'message',
    mode: 'active',
    timestamp: Date.now(),
    webhookEventId: `01HWEBHOOK${serial}`,
    deliveryContext: { isRedelivery: false },
    replyToken: `reply-${serial}`,
    source: { type: 'user', userId: `U${'a'.repeat(28)}${String(serial).padStart(4, '0')}` },
    message: { type: 'text', id: String(serial), text },
    ...change,
  };
}

const bodyOf = (...events: unknown[]): string => JSON.stringify({ destination: 'Ubot', events });
const runExists = async (eventId: unknown): Promise<boolean> =>
  (await cloud.store.read(runIdOf(String(eventId)))) !== undefined;

describe('the signature', () => {
  it('agrees with the example in LINE’s documentation', () => {
    const body = '{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[]}';
    const signature = 'GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs=';
    const secret = '8c570fa6dd201bb328f1c1eac23a96d8';
    expect(verifySignature(Buffer.from(body), signature, [secret])).toBe(true);
  });

  it.each([
    ['is missing', {}],
    [
      'is of another secret',
      { 'x-line-signature': 'GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs=' },
    ],
    ['is no base64', { 'x-line-signature': '%%%' }],
    ['is empty', { 'x-line-signature': '' }],
  ])('that %s is answered 401, and nothing is opened', async (_title, headers) => {
    const event = aTextEvent(QUESTION);
    expect((await post(bodyOf(event), headers as Record<string, string>)).status).toBe(401);
    await expect(runExists(event['webhookEventId'])).resolves.toBe(false);
  });

  it('is judged before the body is read: unsigned rubbish is 401, not 400', async () => {
    expect((await post('{')).status).toBe(401);
    expect((await post('rubbish', { 'content-type': 'text/plain' })).status).toBe(401);
    expect((await post(Buffer.alloc(2_000_000))).status).toBe(401);
  });

  it('is over the raw bytes: escaped emoji are accepted as they came', async () => {
    const event = aTextEvent('地熱\u{1F30B}發電的成本是多少？');
    const escaped = bodyOf(event).replace(
      /[\ud800-\udfff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    expect((await signed(escaped)).status).toBe(200);
    await expect(runExists(event['webhookEventId'])).resolves.toBe(true);
  });
});

describe('a signed body', () => {
  it.each([
    ['the verify button', bodyOf()],
    [
      'unknown event types and properties',
      bodyOf({ type: 'brandNew', x: [1] }, { nonsense: true }),
    ],
    [
      'events without source, message or id',
      bodyOf({ type: 'message' }, { type: 'postback' }, null, 7),
    ],
    ['no events at all', '{}'],
  ])('with %s is taken', async (_title, body) => {
    expect((await signed(body)).status).toBe(200);
  });

  it.each(['{', '[]', 'null', '', '"text"'])('that is no webhook is 400: %s', async (body) => {
    expect((await signed(body)).status).toBe(400);
  });

  it('of 2 MB is taken, and the question in it is refused in words', async () => {
    const event = aTextEvent('長'.repeat(600_000));
    const response = await signed(bodyOf(event));
    expect(response.status).toBe(200);
    await expect(runExists(event['webhookEventId'])).resolves.toBe(false);
  });

  it('with events of several users opens a run for each that asks, in spite of broken neighbours', async () => {
    const events = [
      aTextEvent(QUESTION),
      { type: 'message', message: { type: 'text', text: 5 } },
      aTextEvent(QUESTION, { source: { type: 'alien', id: 'x' } }),
      aTextEvent(QUESTION),
      aTextEvent(QUESTION, { mode: 'standby' }),
    ];
    expect((await signed(bodyOf(...events))).status).toBe(200);
    const opened = await Promise.all(
      events.map((event) => runExists('webhookEventId' in event ? event.webhookEventId : 'none')),
    );
    expect(opened).toEqual([true, false, false, true, false]);
  });

  it('with the same event twice opens one run', async () => {
    const event = aTextEvent(QUESTION);
    expect((await signed(bodyOf(event, event))).status).toBe(200);
    const { runId } = (await cloud.store.read(runIdOf(String(event['webhookEventId'])))) ?? {};
    expect(runId).toBeDefined();
  });
});

describe('a conversation', () => {
  const userId = `U${'c'.repeat(32)}`;

  it('is offered a choice for a second question while the first is under way, and keeps one run', async () => {
    cloud.line.fault({ path: '/v2/bot/message/push', when: 'before', delayMs: 1_000, status: 500 });
    await cloud.line.sendText({ userId }, QUESTION, { event: { webhookEventId: 'FIRST' } });
    await cloud.line.sendText({ userId }, '海水為什麼是鹹的？', {
      event: { webhookEventId: 'SECOND' },
    });
    await expect(runExists('SECOND')).resolves.toBe(false);
    const replies = cloud.line.delivered.filter(
      ({ to, kind }) => to === userId && kind === 'reply',
    );
    expect(replies).toHaveLength(2);
    expect(JSON.stringify(replies[1]?.messages)).toContain(QUESTION);
    await cloud.endOf(runIdOf('FIRST'));
    expect(cloud.line.pushesOf(userId)).toHaveLength(1);
    await cloud.line.sendText({ userId }, QUESTION, { event: { webhookEventId: 'THIRD' } });
    await expect(runExists('THIRD')).resolves.toBe(true);
    await cloud.endOf(runIdOf('THIRD'));
  });

  it('is helped when a message is blank', async () => {
    const shy = { userId: `U${'d'.repeat(32)}` };
    await cloud.line.sendText(shy, ' \n　', { event: { webhookEventId: 'BLANK' } });
    await expect(runExists('BLANK')).resolves.toBe(false);
    expect(cloud.line.delivered.filter(({ to }) => to === shy.userId)).toHaveLength(1);
  });

  it('in a group is only entered when the bot is mentioned', async () => {
    const speaker = { userId, groupId: `C${'e'.repeat(32)}` };
    await cloud.line.sendText(speaker, QUESTION, { event: { webhookEventId: 'CHATTER' } });
    await expect(runExists('CHATTER')).resolves.toBe(false);
    await cloud.line.sendText(speaker, `@Dossier ${QUESTION}`, {
      event: { webhookEventId: 'MENTION' },
      message: { mention: { mentionees: [{ type: 'user', index: 0, length: 8, isSelf: true }] } },
    });
    const { runId, versions } = await cloud.endOf(runIdOf('MENTION'));
    expect(runId).toBe(runIdOf('MENTION'));
    expect(versions['1']?.request.question).toBe(QUESTION);
    expect(cloud.line.pushesOf(speaker.groupId)).toHaveLength(1);
  });
});

describe('commands that nobody of ours sent', () => {
  it('end in the dead letters with their reason, and the pipeline goes on', async () => {
    const pubsub = new PubSub({
      projectId: cloud.environment.GOOGLE_CLOUD_PROJECT,
      apiEndpoint: cloud.pubsub.address,
    });
    const stranger = { runId: runIdOf('stranger'), version: 1, stage: 'publish', step: 0 };
    const topic = pubsub.topic(namesOf('publish').topic);
    for (const body of ['{', '{"runId":"../../etc"}', JSON.stringify(stranger)]) {
      await topic.publishMessage({ data: Buffer.from(body) });
    }
    const reasons = await eventually('three dead letters', async () => {
      const { docs } = await cloud.firestore.collection('deadLetters').get();
      return docs.length === 3 && docs.map((letter) => String(letter.data()['reason']));
    });
    expect(reasons.toSorted()).toEqual(['malformed', 'malformed', 'unknown-run']);
    const asked = await cloud.ask(services.url, QUESTION);
    await expect(cloud.endOf(asked.runId)).resolves.toMatchObject({ version: 1 });
    await pubsub.close();
  });
});

it('is answered 503 within LINE’s 2 s when nothing can be made durable', async () => {
  const ingress = await ServiceProcesses.start(
    { ...cloud.environment, FIRESTORE_EMULATOR_HOST: '127.0.0.1:9' },
    ['ingress'],
  );
  try {
    cloud.line.webhookUrl = `${ingress.ingressUrl}/line/webhook`;
    // A busy machine may be late with the first answer of a cold process; LINE delivers again, too.
    const answer = await eventually('an answer in time', async () => {
      const result = await cloud.line.sendText({ userId: `U${'f'.repeat(32)}` }, QUESTION);
      return result.reason === 'request_timeout' ? undefined : result;
    });
    expect(answer).toMatchObject({ status: 503, reason: 'error_status_code' });
  } finally {
    await ingress.stop('SIGKILL');
  }
});
