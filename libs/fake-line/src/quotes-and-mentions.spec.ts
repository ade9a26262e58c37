import type { webhook } from '@line/bot-sdk';
import { USER } from './card.builder.ts';
import { refusalOf, startLineSession, type LineSession } from './line-session.builder.ts';
import { listenForWebhooks, type WebhookListener } from './webhook-listener.builder.ts';

const GROUP = `C${'c'.repeat(32)}`;
const BOT = `U${'d'.repeat(32)}`;
const FRIEND = { userId: `U${'b'.repeat(32)}`, displayName: '佳蓉' };

describe('quotes and mentions', () => {
  let session: LineSession;
  let bot: WebhookListener;
  beforeEach(async () => {
    bot = await listenForWebhooks();
    session = await startLineSession({ botUserId: BOT });
    session.line.webhookUrl = bot.url;
    session.line.audience.profiles.set(FRIEND.userId, FRIEND);
  }, 60_000);
  afterEach(async () => {
    await session.line.close();
    await bot.close();
  });
  const lastMessage = () => {
    const { events } = JSON.parse(bot.received.at(-1)?.body ?? '') as webhook.CallbackRequest;
    const [event] = events;
    if (event?.type !== 'message' || event.message.type !== 'text') throw new Error('no text came');
    return event.message;
  };
  const quote = (to: string, quoteToken: string) =>
    session.client.pushMessage({ to, messages: [{ type: 'text', text: '好', quoteToken }] });

  it('a message of the bot can be quoted by its id', async () => {
    const { sentMessages } = await session.client.pushMessage({
      to: USER,
      messages: [{ type: 'text', text: '第一版' }],
    });
    const quotedMessageId = sentMessages[0]?.id ?? '';
    await session.line.sendText({ userId: USER }, '再深一點', { message: { quotedMessageId } });
    expect(lastMessage()).toMatchObject({ text: '再深一點', quotedMessageId });
    expect(session.line.history(USER).at(-1)).toMatchObject({ quotedMessageId });
  });

  it('the bot quotes with the token of a message again and again, in its own chat only', async () => {
    await session.line.sendText({ userId: USER }, '問題');
    const { quoteToken } = lastMessage();
    await quote(USER, quoteToken);
    session.clock.advance(30 * 24 * 3_600_000);
    await quote(USER, quoteToken);
    expect((await refusalOf(quote(GROUP, quoteToken))).body).toMatchObject({
      details: [{ property: 'messages[0].quoteToken' }],
    });
    expect((await refusalOf(quote(USER, 'made-up'))).status).toBe(400);
    expect(session.line.quotaUsed).toBe(2);
  });

  it('counts mentions in UTF-16 units, the @ included', () => {
    expect(session.line.mentionsIn('🌀 @Dossier 請 @佳蓉 看，@All')).toEqual({
      mentionees: [
        { type: 'user', index: 3, length: 8, userId: BOT, isSelf: true },
        { type: 'user', index: 14, length: 3, userId: FRIEND.userId, isSelf: false },
        { type: 'all', index: 20, length: 4 },
      ],
    });
  });

  it.each(['沒有人', '寫信到 a@example.com', '@某人 你好', '@allow'])(
    'finds no mention in %s',
    (text) => {
      expect(session.line.mentionsIn(text)).toBeUndefined();
    },
  );

  it('tells of no more than 20 mentions', () => {
    expect(session.line.mentionsIn('@Dossier '.repeat(30))?.mentionees).toHaveLength(20);
  });

  it('carries mentions and LINE emojis as they are', async () => {
    const text = '@Dossier 你好 (love)';
    const mention = session.line.mentionsIn(text);
    const emojis = [
      { index: 12, length: 6, productId: '5ac1bfd5040ab15980c9b435', emojiId: '001' },
    ];
    await session.line.sendText({ userId: USER, groupId: GROUP }, text, {
      message: { ...(mention && { mention }), emojis },
    });
    expect(lastMessage()).toMatchObject({ text, mention, emojis });
  });
});
