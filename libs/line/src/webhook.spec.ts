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
        text: '氫能車的補助',
        mentions: [],
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
      { isSelf: true, index: 0, length: 3 },
      { isSelf: false, index: 4, length: 4 },
    ]);
  });

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
