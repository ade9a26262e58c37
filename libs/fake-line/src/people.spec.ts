import type { webhook } from '@line/bot-sdk';
import type { Activity } from './activity.ts';
import { USER } from './card.builder.ts';
import { refusalOf, startLineSession, type LineSession } from './line-session.builder.ts';
import { listenForWebhooks, type WebhookListener } from './webhook-listener.builder.ts';

const GROUP = `C${'c'.repeat(32)}`;
const OTHER = `U${'b'.repeat(32)}`;
const anyToken: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);

describe('what people do, as webhooks', () => {
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
  const lastEvent = () => {
    const { events } = JSON.parse(bot.received.at(-1)?.body ?? '') as webhook.CallbackRequest;
    return events[0];
  };
  const answer = (event: object | undefined) => {
    const { replyToken = '' } = { replyToken: undefined, ...event };
    return session.client.replyMessage({ replyToken, messages: [{ type: 'text', text: '好' }] });
  };
  const push = (to: string) =>
    session.client.pushMessage({ to, messages: [{ type: 'text', text: '好' }] });
  const idOfLastMessage = () => {
    const event = lastEvent();
    return event?.type === 'message' ? event.message.id : '';
  };

  it('a block tells the bot without a reply token, and pushes vanish free of charge', async () => {
    await session.line.unfollow(USER);
    expect(lastEvent()).toMatchObject({ type: 'unfollow', source: { type: 'user', userId: USER } });
    expect(lastEvent()).not.toHaveProperty('replyToken');
    await push(USER);
    expect(session.line.history(USER)).toEqual([]);
    expect(session.line.quotaUsed).toBe(0);
  });

  it('nobody writes to a bot that they blocked, but they still speak in groups', async () => {
    await session.line.unfollow(USER);
    await expect(session.line.sendText({ userId: USER }, 'hi')).rejects.toThrow('follow');
    expect(session.line.history(USER)).toEqual([]);
    const { ok } = await session.line.sendText({ userId: USER, groupId: GROUP }, 'hi');
    expect(ok).toBe(true);
  });

  it('a follow says whether it ends a block, and can be answered', async () => {
    await session.line.follow(USER);
    expect(lastEvent()).toMatchObject({
      type: 'follow',
      replyToken: anyToken,
      follow: { isUnblocked: false },
    });
    await session.line.unfollow(USER);
    await session.line.follow(USER);
    expect(lastEvent()).toMatchObject({ follow: { isUnblocked: true } });
    await answer(lastEvent());
    expect(session.line.history(USER)).toHaveLength(1);
  });

  it('an invitation can be answered; after a removal pushes to the group are refused', async () => {
    await session.line.join({ groupId: GROUP });
    expect(lastEvent()).toMatchObject({
      type: 'join',
      replyToken: anyToken,
      source: { type: 'group', groupId: GROUP },
    });
    expect(lastEvent()?.source).not.toHaveProperty('userId');
    await answer(lastEvent());
    await session.line.leave({ groupId: GROUP });
    expect(lastEvent()).toMatchObject({ type: 'leave' });
    expect(lastEvent()).not.toHaveProperty('replyToken');
    expect((await refusalOf(push(GROUP))).status).toBe(400);
    await session.line.join({ groupId: GROUP });
    await push(GROUP);
  });

  it('members who come and go change what a push to the group costs', async () => {
    session.line.audience.groupSizes.set(GROUP, 3);
    await session.line.memberJoined({ groupId: GROUP }, [USER, OTHER]);
    expect(lastEvent()).toMatchObject({
      type: 'memberJoined',
      replyToken: anyToken,
      joined: { members: [{ type: 'user', userId: USER }, { userId: OTHER }] },
    });
    await push(GROUP);
    expect(session.line.quotaUsed).toBe(5);
    await session.line.memberLeft({ groupId: GROUP }, [USER, OTHER]);
    expect(lastEvent()).toMatchObject({ type: 'memberLeft', left: { members: [{}, {}] } });
    expect(lastEvent()).not.toHaveProperty('replyToken');
    await push(GROUP);
    expect(session.line.quotaUsed).toBe(8);
  });

  it('an unsent message is gone from the chat, and the bot learns its id', async () => {
    const heard: Activity['type'][] = [];
    await session.line.sendText({ userId: USER }, '秘密');
    const messageId = idOfLastMessage();
    session.line.onActivity(({ type }) => heard.push(type));
    await session.line.unsend({ userId: USER }, messageId);
    expect(lastEvent()).toMatchObject({ type: 'unsend', unsend: { messageId } });
    expect(lastEvent()).not.toHaveProperty('replyToken');
    expect(session.line.history(USER)).toEqual([]);
    expect(session.line.lastEntryId).toBe(1);
    expect(heard).toEqual(['unsent', 'webhook']);
  });

  it('takes nothing back that somebody else said, or that was said elsewhere', async () => {
    await session.line.sendText({ userId: USER, groupId: GROUP }, '我的');
    const id = idOfLastMessage();
    await expect(session.line.unsend({ userId: OTHER, groupId: GROUP }, id)).rejects.toThrow(id);
    await expect(session.line.unsend({ userId: USER }, id)).rejects.toThrow(id);
    await expect(session.line.unsend({ userId: USER }, 'x')).rejects.toThrow('x');
    expect(session.line.history(GROUP)).toHaveLength(1);
  });

  it('an edit in a group keeps the message id and brings a reply token of its own', async () => {
    const speaker = { userId: USER, groupId: GROUP };
    const { events } = await session.line.sendText(speaker, '離岸風電');
    await session.line.edit(speaker, idOfLastMessage(), { text: '離岸風電 2026' });
    const edited = lastEvent();
    expect(edited).toMatchObject({
      type: 'messageEdited',
      replyToken: anyToken,
      message: { type: 'text', text: '離岸風電 2026' },
    });
    const [first] = events as webhook.MessageEvent[];
    expect(edited).toMatchObject({ message: { id: first?.message.id } });
    await answer(first);
    await answer(edited);
    expect(session.line.history(GROUP)[0]).toMatchObject({
      text: '離岸風電 2026',
      edited: true,
    });
  });

  it.each([
    ['sticker', true],
    ['image', true],
    ['video', true],
    ['audio', false],
    ['file', false],
    ['location', false],
  ] as const)('a %s is a message of its own kind; quotable: %s', async (kind, quotable) => {
    await session.line.sendMedia({ userId: USER }, kind);
    expect(lastEvent()).toMatchObject({ type: 'message', message: { type: kind } });
    const event = lastEvent();
    expect('quoteToken' in { ...(event?.type === 'message' && event.message) }).toBe(quotable);
    expect(session.line.history(USER)).toMatchObject([{ from: 'user', media: kind }]);
  });

  it('names nobody in a group when a person did not consent, yet the group can be answered', async () => {
    await session.line.sendText({ userId: USER, groupId: GROUP, anonymous: true }, 'hi');
    expect(lastEvent()?.source).toEqual({ type: 'group', groupId: GROUP });
    await answer(lastEvent());
    expect(session.line.history(GROUP)).toMatchObject([{ userId: USER }, { from: 'bot' }]);
  });

  it('an account link can be answered when it worked; a failed one has no source', async () => {
    await session.line.accountLink(USER, 'ok');
    expect(lastEvent()).toMatchObject({ source: { userId: USER }, link: { result: 'ok' } });
    await answer(lastEvent());
    await session.line.accountLink(USER, 'failed');
    expect(lastEvent()).toMatchObject({ type: 'accountLink', link: { result: 'failed' } });
    expect(lastEvent()).not.toHaveProperty('source');
    expect(lastEvent()).not.toHaveProperty('replyToken');
  });

  it.each(['botSuspended', 'botResumed'] as const)('%s comes from nowhere', async (type) => {
    await session.line.botEvent(type);
    expect(lastEvent()).toMatchObject({ type, mode: 'active' });
    expect(lastEvent()).not.toHaveProperty('source');
  });

  it('gives no reply token in standby', async () => {
    await session.line.sendText({ userId: USER }, 'hi', { event: { mode: 'standby' } });
    expect(lastEvent()).toMatchObject({ type: 'message', mode: 'standby' });
    expect(lastEvent()).not.toHaveProperty('replyToken');
  });
});
