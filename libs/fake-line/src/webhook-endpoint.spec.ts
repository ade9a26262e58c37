import { validateSignature } from '@line/bot-sdk';
import {
  CHANNEL_SECRET,
  refusalOf,
  startLineSession,
  type LineSession,
} from './line-session.builder.ts';
import { listenForWebhooks, type WebhookListener } from './webhook-listener.builder.ts';

const GROUP = `C${'b'.repeat(32)}`;
const ROOM = `R${'b'.repeat(32)}`;

describe('the webhook endpoint', () => {
  let session: LineSession;
  let bot: WebhookListener;
  beforeEach(async () => {
    session = await startLineSession({ webhookTimeoutMs: 200 });
    bot = await listenForWebhooks();
  }, 60_000);
  afterEach(async () => {
    await session.line.close();
    await bot.close();
  });

  it('is told with the switch "Use webhook", and not found before it is set', async () => {
    const missing = await refusalOf(session.client.getWebhookEndpoint());
    expect([missing.status, missing.body['message']]).toEqual([404, 'Webhook endpoint not found']);
    const endpoint = 'https://bot.example.com/line/webhook';
    await session.client.setWebhookEndpoint({ endpoint });
    expect(await session.client.getWebhookEndpoint()).toEqual({ endpoint, active: true });
    expect(session.line.webhookUrl).toBe(endpoint);
  });

  it.each(['http://bot.example.com/', 'bot.example.com', `https://b.example/${'x'.repeat(500)}`])(
    'takes no address such as %s',
    async (endpoint) => {
      for (const ask of [
        session.client.setWebhookEndpoint({ endpoint }),
        session.client.testWebhookEndpoint({ endpoint }),
      ]) {
        const { status, body } = await refusalOf(ask);
        expect([status, body['message']]).toEqual([400, 'Invalid webhook endpoint URL']);
      }
    },
  );

  it('is tested with a signed body without events', async () => {
    session.line.webhookUrl = bot.url;
    expect(await session.client.testWebhookEndpoint({})).toMatchObject({
      success: true,
      statusCode: 200,
      reason: 'OK',
      detail: '200',
    });
    const body = bot.received[0]?.body ?? '';
    expect(JSON.parse(body)).toMatchObject({ events: [] });
    const signature = String(bot.received[0]?.headers['x-line-signature']);
    expect(validateSignature(body, CHANNEL_SECRET, signature)).toBe(true);
  });

  it.each([
    [500, { statusCode: 500, reason: 'ERROR_STATUS_CODE', detail: '500' }],
    ['never', { statusCode: 0, reason: 'REQUEST_TIMEOUT', detail: 'Request timeout' }],
  ] as const)('says why a test failed: %s', async (status, report) => {
    bot.status = status;
    session.line.webhookUrl = bot.url;
    expect(await session.client.testWebhookEndpoint({})).toMatchObject({
      success: false,
      ...report,
    });
  });

  it('cannot be tested when nobody listens, or none is set', async () => {
    session.line.webhookUrl = 'http://127.0.0.1:1/';
    const { reason } = await session.client.testWebhookEndpoint({});
    expect(reason).toBe('COULD_NOT_CONNECT');
    session.line.webhookUrl = undefined;
    expect((await refusalOf(session.client.testWebhookEndpoint({}))).status).toBe(404);
  });
});

describe('members of groups and rooms', () => {
  let session: LineSession;
  beforeEach(async () => {
    session = await startLineSession();
  }, 60_000);
  afterEach(() => session.line.close());

  it('are counted as a push to them is', async () => {
    session.line.audience.groupSizes.set(GROUP, 12).set(ROOM, 3);
    expect(await session.client.getGroupMemberCount(GROUP)).toEqual({ count: 12 });
    expect(await session.client.getRoomMemberCount(ROOM)).toEqual({ count: 3 });
  });

  it('are not told where the bot is not in', async () => {
    session.line.audience.unknown.add(GROUP);
    for (const id of [GROUP, 'C1']) {
      expect((await refusalOf(session.client.getGroupMemberCount(id))).status).toBe(404);
    }
  });
});
