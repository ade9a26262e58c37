import fc from 'fast-check';
import { parseWebhook, WebhookUnreadable, type LineEvent } from './webhook.ts';

const USER = `U${'1'.repeat(32)}`;
const GROUP = `C${'2'.repeat(32)}`;

function parse(...events: unknown[]): LineEvent[] {
  return parseWebhook(Buffer.from(JSON.stringify({ destination: USER, events, later: 1 })));
}

const question = {
  type: 'message',
  mode: 'active',
  webhookEventId: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
  timestamp: 1_796_083_200_000,
  replyToken: 'token',
  deliveryContext: { isRedelivery: false },
  source: { type: 'user', userId: USER },
  message: { type: 'text', id: '1', text: '氫能車的補助', quoteToken: 'q' },
};

describe('parseWebhook', () => {
  it('gives a text message with where it comes from and where to answer', () => {
    expect(parse(question)).toEqual([
      {
        webhookEventId: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
        type: 'message',
        mode: 'active',
        timestamp: 1_796_083_200_000,
        isRedelivery: false,
        replyToken: 'token',
        source: { conversationId: `user:${USER}`, to: USER, userId: USER },
        messageType: 'text',
        messageId: '1',
        text: '氫能車的補助',
        mentions: [],
        quoteToken: 'q',
      },
    ]);
  });

  it('gives mentions of the bot in a group, whose writer may be unknown', () => {
    const mentionees = [
      { index: 0, length: 3, type: 'user', isSelf: true, userId: USER },
      { index: 4, length: 4, type: 'all' },
    ];
    const message = { type: 'text', text: '@助手 @All 你好', mention: { mentionees } };
    const [event] = parse({ ...question, source: { type: 'group', groupId: GROUP }, message });
    expect(event?.source).toEqual({ conversationId: `group:${GROUP}`, to: GROUP });
    expect(event?.mentions).toEqual([
      { isSelf: true, type: 'user', index: 0, length: 3 },
      { isSelf: false, type: 'all', index: 4, length: 4 },
    ]);
  });

  it("takes a mention of the body's destination for one of the bot, but none of everybody", () => {
    const mentionees = [
      { index: 0, length: 3, type: 'user', userId: USER },
      { index: 4, length: 4, type: 'all', userId: USER, isSelf: true },
      { index: 9, length: 2, userId: `U${'3'.repeat(32)}` },
    ];
    const message = { type: 'text', text: '@助手 @All 你好', mention: { mentionees } };
    const [event] = parse({ ...question, message });
    expect(event?.mentions.map(({ isSelf }) => isSelf)).toEqual([true, false, false]);
    const [lost] = parseWebhook(
      Buffer.from(JSON.stringify({ events: [{ ...question, message }] })),
    );
    expect(lost?.mentions.map(({ isSelf }) => isSelf)).toEqual([false, false, false]);
  });

  it('drops mentions and emojis that are not where they say, and orders the rest', () => {
    const parts = [
      { index: 4, length: 2 },
      { index: 5, length: 1 },
      { index: -1, length: 2 },
      { index: 0.5, length: 1 },
      { index: 0, length: 0 },
      { index: 1, length: 2 ** 53 },
      { index: 6, length: 1 },
      { index: '1', length: 1 },
      { index: 1, length: 3 },
      null,
      [],
    ];
    const message = { type: 'text', text: '012345', mention: { mentionees: parts }, emojis: parts };
    const [event] = parse({ ...question, message });
    const places = [
      { index: 1, length: 3 },
      { index: 4, length: 2 },
    ];
    expect(event?.mentions).toEqual(places.map((place) => ({ isSelf: false, ...place })));
    expect(event?.emojis).toEqual(places);
  });

  it('names LINE emojis, whose placeholders the text keeps', () => {
    const emojis = [{ index: 2, length: 6, productId: 'p', emojiId: '001', later: true }];
    const [event] = parse({ ...question, message: { type: 'text', text: '你好(love)', emojis } });
    expect(event).toMatchObject({ text: '你好(love)' });
    expect(event?.emojis).toEqual([{ index: 2, length: 6, productId: 'p', emojiId: '001' }]);
  });

  it('gives the new text of an edited message, under the id of the old one', () => {
    const [event] = parse({
      ...question,
      type: 'messageEdited',
      source: { type: 'group', groupId: GROUP },
      message: { type: 'text', id: '1', text: '新的問題', markAsReadToken: 'm' },
    });
    expect(event).toMatchObject({
      type: 'messageEdited',
      messageId: '1',
      text: '新的問題',
      markAsReadToken: 'm',
    });
  });

  it('names what is quoted, what is taken back and what a button carries', () => {
    const { message: _message, ...rest } = question;
    const [quoting, unsent, tapped] = parse(
      { ...question, message: { ...question.message, quotedMessageId: '7' } },
      { ...rest, type: 'unsend', unsend: { messageId: '8' } },
      {
        ...rest,
        type: 'postback',
        postback: { data: 'v=1&act=help', params: { date: '2026-01-01' } },
      },
    );
    expect(quoting).toMatchObject({ quotedMessageId: '7' });
    expect(unsent).toMatchObject({ unsentMessageId: '8', mentions: [] });
    expect(tapped).toMatchObject({ postbackData: 'v=1&act=help' });
  });

  it('gives what is said in a room, and each of two equal events', () => {
    const room = `R${'4'.repeat(32)}`;
    const inRoom = { ...question, source: { type: 'room', roomId: room, userId: USER } };
    const [first, second] = parse(inRoom, inRoom);
    expect(first?.source).toEqual({ conversationId: `room:${room}`, to: room, userId: USER });
    expect(second).toEqual(first);
  });

  it.each([1.5, -1, 2 ** 53, 1e300, '5', null, Date.UTC(10_000, 0)])(
    'has no time when LINE says %j',
    (timestamp) => {
      expect(parse({ ...question, timestamp })[0]?.timestamp).toBe(0);
    },
  );

  it('has no field for an empty or odd one', () => {
    const [event] = parse({
      ...question,
      replyToken: '',
      message: { type: 'text', id: 5, text: 7, quoteToken: null, emojis: {}, mention: [] },
    });
    expect(event).toMatchObject({ text: '', mentions: [] });
    for (const field of ['replyToken', 'messageId', 'quoteToken', 'emojis']) {
      expect(event).not.toHaveProperty(field);
    }
  });

  it.each(['[', '{"a":'])(
    'refuses or reads a body of 200,000 times %j, but never fails',
    (open) => {
      const nested = open.repeat(200_000) + '1' + (open === '[' ? ']' : '}').repeat(200_000);
      const inEvent = (event: string) => Buffer.from(`{"events":[{${event}"x":${nested}}]}`);
      expect(parseWebhook(inEvent('"webhookEventId":"a",'))).toMatchObject([
        { webhookEventId: 'a' },
      ]);
      expect(() => parseWebhook(inEvent(''))).toThrow(WebhookUnreadable);
      expect(() => parseWebhook(Buffer.from(open.repeat(200_000)))).toThrow(WebhookUnreadable);
    },
  );

  it('marks a redelivery, and keeps standby visible', () => {
    const [event] = parse({
      ...question,
      mode: 'standby',
      deliveryContext: { isRedelivery: true },
    });
    expect(event).toMatchObject({ isRedelivery: true, mode: 'standby' });
  });

  it('tolerates an event without source, and one of a type from the future', () => {
    const [link, future] = parse(
      { type: 'accountLink', link: { result: 'failed' }, webhookEventId: 'a', timestamp: 1 },
      { type: 'hologram', webhookEventId: 'b', source: { type: 'planet', planetId: 'P' } },
    );
    expect(link).toMatchObject({ type: 'accountLink', source: null, mentions: [] });
    expect(future).toMatchObject({ type: 'hologram', source: null, timestamp: 0 });
  });

  it('has no text for a sticker, and drops a sender without an id', () => {
    const [event] = parse({ ...question, source: { type: 'user' }, message: { type: 'sticker' } });
    expect(event).toMatchObject({ messageType: 'sticker', source: null });
    expect(event).not.toHaveProperty('text');
  });

  it('gives an event without id the same id when it is delivered again', () => {
    const nameless = { ...question, webhookEventId: undefined };
    const again = { ...nameless, deliveryContext: { isRedelivery: true } };
    const other = { ...nameless, timestamp: 5 };
    const [first, second, third] = parse(nameless, again, other);
    expect(first?.webhookEventId).toMatch(/^[0-9a-f]{64}$/);
    expect(second?.webhookEventId).toBe(first?.webhookEventId);
    expect(third?.webhookEventId).not.toBe(first?.webhookEventId);
  });

  it('replaces half an emoji without moving the mentions', () => {
    const body = JSON.stringify({ events: [question] }).replace('氫', '\\ud83d');
    expect(parseWebhook(Buffer.from(body))[0]?.text).toBe('\ufffd能車的補助');
  });

  it.each(['', 'no json', '[]', 'null', '"text"', '\ufeff'])('refuses %j as a body', (body) => {
    expect(() => parseWebhook(Buffer.from(body))).toThrow(WebhookUnreadable);
  });

  it('gives no events for the verify button, or for a list that is none', () => {
    expect(parse()).toEqual([]);
    expect(parseWebhook(Buffer.from('{"events":{"length":3}}'))).toEqual([]);
    expect(parse(null, 7, 'x', [])).toEqual([]);
  });

  it('survives any JSON in the place of an event', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (events, value) => {
        const odd = { ...question, source: value, message: value, deliveryContext: value };
        for (const event of parse(...events, odd)) {
          expect(event.webhookEventId).not.toBe('');
        }
      }),
    );
  });
});
