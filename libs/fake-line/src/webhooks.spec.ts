import { validateSignature, type webhook } from '@line/bot-sdk';
import type { Activity } from './activity.ts';
import { aCard, USER } from './card.builder.ts';
import {
  CHANNEL_SECRET,
  refusalOf,
  startLineSession,
  type LineSession,
} from './line-session.builder.ts';
import { listenForWebhooks, type WebhookListener } from './webhook-listener.builder.ts';

const GROUP = `C${'c'.repeat(32)}`;
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const anyText: unknown = expect.any(String);
const MINUTE = 60_000;

describe('the webhook side', () => {
  let session: LineSession;
  let bot: WebhookListener;
  beforeEach(async () => {
    bot = await listenForWebhooks();
    session = await startLineSession();
    session.line.webhookUrl = bot.url;
  }, 60_000);
  afterEach(async () => {
    await session.line.close();
    await bot.close();
  });
  const lastCallback = () => JSON.parse(bot.received.at(-1)?.body ?? '') as webhook.CallbackRequest;
  const reply = (events: readonly object[]) => {
    const [event] = events as webhook.MessageEvent[];
    const replyToken = event?.replyToken ?? '';
    return session.client.replyMessage({ replyToken, messages: [aCard()] });
  };

  it('sends a complete message event, signed over exactly the bytes that are sent', async () => {
    const result = await session.line.sendText({ userId: USER }, '請研究離岸風電 🤨');
    expect(result).toMatchObject({ ok: true, status: 200, reason: 'OK' });
    const { headers, body } = bot.received[0] ?? { headers: {}, body: '' };
    expect(validateSignature(body, CHANNEL_SECRET, String(headers['x-line-signature']))).toBe(true);
    expect(body).toContain('\\uD83E\\uDD28');
    expect(lastCallback()).toEqual({
      destination: matching(/^U[0-9a-f]{32}$/),
      events: [
        {
          type: 'message',
          mode: 'active',
          timestamp: session.clock.now().getTime(),
          webhookEventId: matching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
          deliveryContext: { isRedelivery: false },
          source: { type: 'user', userId: USER },
          replyToken: matching(/^[0-9a-f]{32}$/),
          message: {
            type: 'text',
            id: matching(/^\d{18}$/),
            text: '請研究離岸風電 🤨',
            quoteToken: anyText,
            markAsReadToken: anyText,
          },
        },
      ],
    });
  });

  it('takes a reply once, within a minute, free of quota', async () => {
    const { events } = await session.line.sendText({ userId: USER }, 'hi');
    session.clock.advance(MINUTE);
    await reply(events);
    expect((await refusalOf(reply(events))).body).toEqual({ message: 'Invalid reply token' });
    const late = await session.line.sendText({ userId: USER }, 'hi again');
    session.clock.advance(MINUTE + 1);
    expect((await refusalOf(reply(late.events))).status).toBe(400);
    expect(session.line.quotaUsed).toBe(0);
    expect(session.line.delivered).toMatchObject([{ kind: 'reply', to: USER }]);
  });

  it('starts the minute again with a redelivery, but not 20 minutes after the event', async () => {
    const { events } = await session.line.sendText({ userId: USER }, 'hi');
    session.clock.advance(2 * MINUTE);
    const again = await session.line.redeliver(events);
    const [event] = lastCallback().events;
    expect(event).toEqual({ ...events[0], deliveryContext: { isRedelivery: true } });
    await reply(again.events);
    const old = await session.line.sendText({ userId: USER }, 'hi');
    session.clock.advance(20 * MINUTE + 1);
    await session.line.redeliver(old.events);
    expect((await refusalOf(reply(old.events))).status).toBe(400);
  });

  it('keeps a reply token alive when the reply was refused for its messages', async () => {
    const { events } = await session.line.sendText({ userId: USER }, 'hi');
    const [event] = events as webhook.MessageEvent[];
    const replyToken = event?.replyToken ?? '';
    const empty = session.client.replyMessage({
      replyToken,
      messages: [{ type: 'text', text: '' }],
    });
    expect((await refusalOf(empty)).status).toBe(400);
    await reply(events);
  });

  it('speaks in groups, with mentions, and answers go to the group', async () => {
    const mentionees: webhook.Mentionee[] = [{ type: 'user', index: 0, length: 5, isSelf: true }];
    const { events } = await session.line.sendText({ userId: USER, groupId: GROUP }, '@報告 hi', {
      message: { mention: { mentionees } },
    });
    expect(events[0]).toMatchObject({
      source: { type: 'group', groupId: GROUP, userId: USER },
      message: { mention: { mentionees } },
    });
    await reply(events);
    expect(session.line.history(GROUP)).toMatchObject([
      { from: 'user', userId: USER, text: '@報告 hi' },
      { from: 'bot', kind: 'reply', message: aCard() },
    ]);
  });

  it('sends postbacks, shown by their display text', async () => {
    await session.line.sendPostback({ userId: USER }, 'act=status', '查看進度');
    expect(lastCallback().events).toMatchObject([
      { type: 'postback', postback: { data: 'act=status' } },
    ]);
    expect(session.line.history(USER)).toMatchObject([
      { text: '查看進度', postbackData: 'act=status' },
    ]);
  });

  it('reports what LINE would: a refusal, or nobody there', async () => {
    bot.status = 401;
    const refused = await session.line.sendEvents([], { signature: 'garbage' });
    expect(refused).toMatchObject({ ok: false, status: 401, reason: 'error_status_code' });
    await bot.close();
    const gone = await session.line.sendText({ userId: USER }, 'hi');
    expect(gone).toMatchObject({ ok: false, status: 0, reason: 'could_not_connect' });
  });

  it('gives the bot no longer than LINE does', async () => {
    bot.status = 'never';
    const impatient = await startLineSession({ webhookTimeoutMs: 50 });
    impatient.line.webhookUrl = bot.url;
    try {
      const result = await impatient.line.sendText({ userId: USER }, 'hi');
      expect(result).toMatchObject({ ok: false, status: 0, reason: 'request_timeout' });
    } finally {
      await impatient.line.close();
    }
  });

  it('signs a raw body as it is, under any spelling of the header', async () => {
    await session.line.sendEvents([], { rawBody: '{"events":', header: 'X-LINE-Signature' });
    const { headers, body } = bot.received[0] ?? { headers: {}, body: '' };
    expect(body).toBe('{"events":');
    expect(validateSignature(body, CHANNEL_SECRET, String(headers['x-line-signature']))).toBe(true);
  });

  it('tells listeners of everything in order until they leave', async () => {
    const heard: Activity['type'][] = [];
    const leave = session.line.onActivity(({ type }) => heard.push(type));
    const { events } = await session.line.sendText({ userId: USER }, 'hi');
    await session.client.showLoadingAnimation({ chatId: USER });
    await reply(events);
    leave();
    await session.line.sendText({ userId: USER }, 'hi');
    expect(heard).toEqual([
      ...['user-message', 'webhook'],
      ...['loading', 'ledger', 'delivered', 'ledger'],
    ]);
  });

  it('refuses to speak before it knows the bot, and records nothing', async () => {
    session.line.webhookUrl = undefined;
    await expect(session.line.sendText({ userId: USER }, 'hi')).rejects.toThrow('set webhookUrl');
    expect(session.line.history(USER)).toEqual([]);
  });
});
