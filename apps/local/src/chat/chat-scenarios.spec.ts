import { GROUP, PEOPLE } from './chat-cast.ts';
import { startChatPage, type ChatPage } from './chat-page.builder.ts';
import { openEventStream, type EventStream } from './event-stream.builder.ts';

const [ANN = '', JIA = '', KEN = ''] = PEOPLE.map(({ userId }) => userId);
const TEAM = GROUP.groupId;
const OFF = { blocked: [], removed: false, quotaExhausted: false, slowMs: 0, duplicates: false };

describe('the people, the group and the situations of the chat page', () => {
  let page: ChatPage;
  const streams: EventStream[] = [];
  beforeAll(async () => {
    page = await startChatPage();
  }, 60_000);
  beforeEach(() => {
    page.received.length = 0;
  });
  afterEach(async () => {
    await page.post('/chat/switches', OFF);
    for (const stream of streams.splice(0)) await stream.close();
  });
  afterAll(() => page.close());

  const say = (as: string, chat: string, text: string, more = {}) =>
    page.post('/chat/messages', { as, chat, text, ...more });
  const lastId = async () => {
    const { entries } = (await page.get('/chat/state')).body as {
      entries: { messageId: string }[];
    };
    return entries.at(-1)?.messageId ?? '';
  };
  const follow = async () => {
    const { cursor } = (await page.get('/chat/state')).body;
    const stream = await openEventStream(`${page.url}/chat/events?after=${String(cursor)}`);
    streams.push(stream);
    return stream;
  };

  it('introduces three people and their group', async () => {
    expect((await page.get('/chat/state')).body).toMatchObject({
      people: [{ name: '小安' }, { name: '佳蓉' }, { name: '健太' }],
      group: { name: '研究小組' },
    });
    const stream = await follow();
    expect((await stream.next('switches')).data).toEqual({
      switches: OFF,
      usage: { replies: 0, used: 0, limit: 200 },
    });
    expect((await stream.next('book')).data).toEqual({ entries: [] });
  });

  it('keeps the chats of two people apart, in one stream', async () => {
    const stream = await follow();
    await Promise.all([say(ANN, ANN, '小安的問題'), say(JIA, JIA, '佳蓉的問題')]);
    const seen = [await stream.next('entry'), await stream.next('entry')].map(({ data }) => data);
    expect(seen).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ chatId: ANN, text: '小安的問題' }),
        expect.objectContaining({ chatId: JIA, text: '佳蓉的問題' }),
      ]),
    );
    expect(page.received.map(({ source }) => source)).toEqual(
      expect.arrayContaining([
        { type: 'user', userId: ANN },
        { type: 'user', userId: JIA },
      ]),
    );
  });

  it('makes a mention of @Dossier in the group, and none between two', async () => {
    await say(KEN, TEAM, '@Dossier 你好');
    await say(KEN, KEN, '@Dossier 你好');
    expect(page.received).toMatchObject([
      {
        source: { type: 'group', groupId: TEAM, userId: KEN },
        message: { mention: { mentionees: [{ index: 0, length: 8, isSelf: true }] } },
      },
      { source: { type: 'user' } },
    ]);
    expect(page.received[1]?.['message']).not.toHaveProperty('mention');
  });

  it('enters a push to the group with the cost of its three people', async () => {
    const stream = await follow();
    const used = page.line.quotaUsed;
    expect(await page.push(TEAM, '完成')).toBe(200);
    expect((await stream.next('ledger')).data).toMatchObject({
      entry: { kind: 'push', to: [TEAM], cost: 3, status: 200 },
      usage: { used: used + 3 },
    });
  });

  it('quotes a message of the bot by its id', async () => {
    await page.push(ANN, '第一版');
    const quotes = await lastId();
    await say(ANN, ANN, '再深一點', { quotes });
    expect(page.received[0]).toMatchObject({ message: { quotedMessageId: quotes } });
  });

  it('takes a message back everywhere, also on a page that comes back later', async () => {
    const before = (await page.get('/chat/state')).body['cursor'];
    await say(ANN, ANN, '秘密');
    const messageId = await lastId();
    const stream = await follow();
    expect((await page.post('/chat/unsend', { as: ANN, chat: ANN, messageId })).status).toBe(200);
    const { data } = await stream.next('unsent');
    expect(page.received.at(-1)).toMatchObject({ type: 'unsend', unsend: { messageId } });
    expect(JSON.stringify((await page.get('/chat/state')).body)).not.toContain('秘密');
    const later = await openEventStream(`${page.url}/chat/events?after=${String(before)}`);
    streams.push(later);
    await later.until('unsent', data as Record<string, unknown>);
    expect(later.seen('reset')).toEqual([]);
  });

  it("refuses to take back or edit somebody else's message", async () => {
    await say(JIA, TEAM, '佳蓉說的');
    const messageId = await lastId();
    const body = { as: ANN, chat: TEAM, messageId };
    expect((await page.post('/chat/unsend', body)).status).toBe(404);
    expect((await page.post('/chat/edit', { ...body, text: '改' })).status).toBe(404);
  });

  it('edits in the group only, as LINE does', async () => {
    await say(JIA, TEAM, '原文');
    const messageId = await lastId();
    const stream = await follow();
    await page.post('/chat/edit', { as: JIA, chat: TEAM, messageId, text: '@Dossier 改過' });
    expect((await stream.next('edited')).data).toMatchObject({ messageId, text: '@Dossier 改過' });
    expect(page.received.at(-1)).toMatchObject({
      type: 'messageEdited',
      message: { id: messageId, mention: { mentionees: [{ isSelf: true }] } },
    });
    const alone = { as: JIA, chat: JIA, messageId, text: '改' };
    expect((await page.post('/chat/edit', alone)).status).toBe(400);
  });

  it('a block reaches the bot, silences the person and costs nothing', async () => {
    const stream = await follow();
    await page.post('/chat/switches', { blocked: [ANN] });
    await stream.next('switches');
    expect((await stream.next('switches')).data).toMatchObject({
      switches: { ...OFF, blocked: [ANN] },
    });
    expect(page.received).toMatchObject([{ type: 'unfollow', source: { userId: ANN } }]);
    expect(await page.push(ANN, '看不到')).toBe(200);
    expect((await stream.next('ledger')).data).toMatchObject({ entry: { cost: 0 } });
    expect(stream.seen('entry')).toEqual([]);
    expect((await say(ANN, ANN, '還在嗎')).status).toBe(409);
    expect((await say(ANN, TEAM, '群組裡還可以')).status).toBe(200);
    await page.post('/chat/switches', { blocked: [] });
    expect(page.received.at(-1)).toMatchObject({ type: 'follow', follow: { isUnblocked: true } });
  });

  it('plays an exhausted quota, and gives the allowance back', async () => {
    const used = page.line.quotaUsed;
    await page.post('/chat/switches', { quotaExhausted: true });
    await page.post('/chat/switches', { quotaExhausted: true });
    const stream = await follow();
    expect(await page.push(JIA, '太多了')).toBe(429);
    expect((await stream.next('ledger')).data).toMatchObject({
      entry: { to: [JIA], cost: 0, status: 429 },
      usage: { used, limit: used },
    });
    await page.post('/chat/switches', { quotaExhausted: false });
    expect(await page.push(JIA, '又可以了')).toBe(200);
    expect((await stream.next('ledger')).data).toMatchObject({
      usage: { used: used + 1, limit: 200 },
    });
  });

  it('removes the bot from the group, where nobody is heard then, and invites it again', async () => {
    await page.post('/chat/switches', { removed: true });
    await page.post('/chat/switches', { removed: true });
    expect(page.received).toMatchObject([{ type: 'leave', source: { groupId: TEAM } }]);
    expect((await say(ANN, TEAM, '有人嗎')).status).toBe(409);
    expect(await page.push(TEAM, '沒有人')).toBe(400);
    await page.post('/chat/switches', { removed: false });
    expect(page.received.at(-1)).toMatchObject({ type: 'join', source: { groupId: TEAM } });
    expect((await say(ANN, TEAM, '歡迎')).status).toBe(200);
  });

  it('tells a page that comes back what was sent meanwhile, and what was changed', async () => {
    await page.push(KEN, '一');
    await say(KEN, TEAM, '原文');
    const messageId = await lastId();
    await page.post('/chat/edit', { as: KEN, chat: TEAM, messageId, text: '改過' });
    const stream = await follow();
    await stream.until('edited', { messageId, text: '改過', edited: true });
    const { entries } = (await stream.next('book')).data as { entries: object[] };
    expect(entries.at(-1)).toMatchObject({ kind: 'push', to: [KEN], cost: 1 });
  });

  it('delivers each webhook twice, or the last one again', async () => {
    await page.post('/chat/switches', { duplicates: true });
    await say(KEN, KEN, '兩次');
    expect(page.received).toHaveLength(2);
    expect(page.received[1]).toEqual(page.received[0]);
    await page.post('/chat/switches', { duplicates: false });
    expect((await page.post('/chat/redelivery', { chat: KEN })).body).toMatchObject({ ok: true });
    expect(page.received[2]).toEqual({
      ...page.received[0],
      deliveryContext: { isRedelivery: true },
    });
  });

  it('has nothing to deliver again in a chat where nobody spoke', async () => {
    const fresh = await startChatPage();
    try {
      expect((await fresh.post('/chat/redelivery', { chat: TEAM })).status).toBe(404);
    } finally {
      await fresh.close();
    }
  }, 30_000);

  it('slows the network down', async () => {
    await page.post('/chat/switches', { slowMs: 120 });
    const started = performance.now();
    await page.push(KEN, '慢');
    expect(performance.now() - started).toBeGreaterThan(115);
  });

  it('sends a sticker', async () => {
    await page.post('/chat/stickers', { as: KEN, chat: KEN });
    expect(page.received).toMatchObject([{ type: 'message', message: { type: 'sticker' } }]);
  });

  it.each([
    ['a stranger', '/chat/messages', { as: `U${'0'.repeat(32)}`, chat: TEAM, text: 'a' }, 'as'],
    ['an unknown chat', '/chat/messages', { as: ANN, chat: 'C1', text: 'a' }, 'chat'],
    ["somebody else's chat", '/chat/messages', { as: ANN, chat: JIA, text: 'a' }, '別人'],
    [
      'a quote that is no id',
      '/chat/messages',
      { as: ANN, chat: ANN, text: 'a', quotes: '1' },
      '編號',
    ],
    ['a blocked stranger', '/chat/switches', { blocked: ['U1'] }, '封鎖名單'],
    ['a list that is none', '/chat/switches', { blocked: 'U1' }, '封鎖名單'],
    ['a list that is null', '/chat/switches', { blocked: null }, '封鎖名單'],
    ['a switch that is no switch', '/chat/switches', { duplicates: 'yes' }, '重複投遞'],
    ['a network of a minute', '/chat/switches', { slowMs: 60_000 }, '10000'],
    ['half a millisecond', '/chat/switches', { slowMs: 0.5 }, '整數'],
    ['a switch that nobody knows', '/chat/switches', { fire: true }, 'fire'],
    [
      'an empty edit',
      '/chat/edit',
      { as: ANN, chat: TEAM, messageId: '1'.repeat(18), text: '' },
      '1',
    ],
  ])('refuses %s with a message for people', async (_, path, body, words) => {
    const answer = await page.post(path, body);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining(words),
    ]);
    expect(page.received).toEqual([]);
  });
});
