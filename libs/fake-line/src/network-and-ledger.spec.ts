import { randomUUID } from 'node:crypto';
import type { webhook } from '@line/bot-sdk';
import type { LedgerEntry } from './ledger.ts';
import { aCard, USER } from './card.builder.ts';
import { refusalOf, startLineSession, type LineSession } from './line-session.builder.ts';
import { listenForWebhooks, type WebhookListener } from './webhook-listener.builder.ts';

const GROUP = `C${'c'.repeat(32)}`;

describe('a bad network, and the ledger of what was sent', () => {
  let session: LineSession;
  let bot: WebhookListener;
  const heard: LedgerEntry[] = [];
  beforeEach(async () => {
    heard.length = 0;
    bot = await listenForWebhooks();
    session = await startLineSession();
    session.line.webhookUrl = bot.url;
    session.line.onActivity((activity) => {
      if (activity.type === 'ledger') heard.push(activity.entry);
    });
  }, 60_000);
  afterEach(async () => {
    await session.line.close();
    await bot.close();
  });
  const push = (to: string, key?: string) =>
    session.client.pushMessage({ to, messages: [aCard()] }, key);

  it('a slow network delays what the API answers and when webhooks arrive', async () => {
    session.line.network.latencyMs = 120;
    const started = performance.now();
    await session.line.sendText({ userId: USER }, 'hi');
    const webhookMs = performance.now() - started;
    await push(USER);
    const pushMs = performance.now() - started - webhookMs;
    expect([webhookMs, pushMs].map((ms) => ms >= 115)).toEqual([true, true]);
  });

  it('leaves the bot its whole time when the network to LINE is slow', async () => {
    const impatient = await startLineSession({ webhookTimeoutMs: 100 });
    impatient.line.webhookUrl = bot.url;
    impatient.line.network.latencyMs = 150;
    try {
      const result = await impatient.line.sendText({ userId: USER }, 'hi');
      expect(result).toMatchObject({ ok: true });
    } finally {
      await impatient.line.close();
    }
  });

  it('delivers a webhook twice, both times as new', async () => {
    session.line.network.deliversTwice = true;
    await session.line.sendText({ userId: USER }, 'hi');
    const [first, second] = bot.received;
    expect(bot.received).toHaveLength(2);
    expect(second?.body).toBe(first?.body);
    expect(first?.body).toContain('"isRedelivery":false');
    expect(session.line.history(USER)).toHaveLength(1);
  });

  it('enters what was sent with its cost: replies are free, a group costs its people', async () => {
    session.line.audience.groupSizes.set(GROUP, 3);
    const { events } = await session.line.sendText({ userId: USER }, 'hi');
    const [event] = events as webhook.MessageEvent[];
    await session.client.replyMessage({
      replyToken: event?.replyToken ?? '',
      messages: [aCard(), aCard()],
    });
    session.clock.advance(1);
    await session.client.showLoadingAnimation({ chatId: USER, loadingSeconds: 10 });
    session.clock.advance(1);
    await push(GROUP);
    expect(session.line.ledger).toMatchObject([
      { kind: 'reply', to: [USER], messages: 2, cost: 0, status: 200 },
      { kind: 'loading', to: [USER], cost: 0, status: 202 },
      { kind: 'push', to: [GROUP], messages: 1, cost: 3, status: 200 },
    ]);
    expect(heard.map(({ kind }) => kind)).toEqual(['reply', 'loading', 'push']);
    expect(session.line.acceptedReplies).toBe(1);
  });

  it('enters refusals and lost answers, which cost what LINE took', async () => {
    const key = randomUUID();
    session.line.fault({ path: '/v2/bot/message/push', when: 'after', drop: true });
    await expect(push(USER, key)).rejects.toThrow('fetch failed');
    expect((await refusalOf(push(USER, key))).status).toBe(409);
    session.line.quota.limit = { type: 'limited', value: 1 };
    expect((await refusalOf(push(USER))).status).toBe(429);
    session.line.fault({ path: '/v2/bot/message/push', when: 'before', drop: true });
    await expect(push(USER)).rejects.toThrow('fetch failed');
    expect(heard).toMatchObject([
      { to: [USER], cost: 1, status: 200, lost: true },
      { to: [USER], cost: 0, status: 409, lost: false },
      {
        to: [USER],
        cost: 0,
        status: 429,
        lost: false,
        refusal: 'You have reached your monthly limit.',
      },
      { cost: 0, status: 0, lost: true },
    ]);
  });

  it('knows which chat a refused reply was meant for', async () => {
    const { events } = await session.line.sendText({ userId: USER }, 'hi');
    const [event] = events as webhook.MessageEvent[];
    const reply = () =>
      session.client.replyMessage({ replyToken: event?.replyToken ?? '', messages: [aCard()] });
    await reply();
    expect((await refusalOf(reply())).status).toBe(400);
    expect(heard.at(-1)).toMatchObject({ kind: 'reply', to: [USER], cost: 0, status: 400 });
  });

  it('leaves requests out that send nothing', async () => {
    await session.client.getMessageQuota();
    await session.client.validatePush({ messages: [aCard()] });
    expect(heard).toEqual([]);
  });
});
