import { maskPersonalData, parseWebhook } from '@dossier/line';
import { requestOf, type EventRequest } from './event-request.ts';

const userId = `U${'a'.repeat(32)}`;

/** How a person's message is read. */
function read(text: string, timestamp = 1_764_547_200_000): EventRequest | undefined {
  const event = {
    type: 'message',
    mode: 'active',
    timestamp,
    webhookEventId: '01HEVENT',
    deliveryContext: { isRedelivery: false },
    replyToken: 'token',
    source: { type: 'user', userId },
    message: { type: 'text', id: '1', text, quoteToken: 'quote' },
  };
  const body = new TextEncoder().encode(JSON.stringify({ destination: userId, events: [event] }));
  const [parsed] = parseWebhook(body);
  const mask = (each: string): string => maskPersonalData(each).text;
  return parsed && requestOf(parsed, { prefix: '/研究', mask });
}

describe('what a person wrote', () => {
  it('is masked however many blanks stand around it', () => {
    const { asking } = read(`${' '.repeat(6_000)}0912-345-678 是誰的號碼？`)!;
    expect(JSON.stringify(asking)).toContain('已遮蔽：電話');
    expect(JSON.stringify(asking)).not.toContain('345');
  });

  it('leaves no hash from which personal data could be guessed', () => {
    const one = read('0912-345-678 是誰的號碼？');
    expect(one?.fingerprint).toBe(read('0922-111-222 是誰的號碼？')?.fingerprint);
    expect(one?.fingerprint).not.toBe(read('地熱發電的成本是什麼？')?.fingerprint);
    expect(one?.fingerprint).not.toBe(read('0912-345-678 是誰的號碼？', 5)?.fingerprint);
  });
});

describe('in standby', () => {
  const standby = (event: object): EventRequest | undefined => {
    const source = { type: 'user', userId };
    const events = [
      { mode: 'standby', timestamp: 1, webhookEventId: '01HEVENT', source, ...event },
    ];
    const [parsed] = parseWebhook(new TextEncoder().encode(JSON.stringify({ events })));
    return parsed && requestOf(parsed, { prefix: '/研究', mask: (text) => text });
  };

  it.each([
    { type: 'message', message: { type: 'text', id: '1', text: '地熱發電的成本是什麼？' } },
    { type: 'message', message: { type: 'sticker', id: '1' } },
    { type: 'postback', postback: { data: 'v=1&act=help' } },
    { type: 'follow' },
  ])('nothing is asked of the bot by %j', (event) => {
    expect(standby(event)).toBeUndefined();
  });

  it('what is taken back is erased, and who leaves is pushed to no more', () => {
    expect(standby({ type: 'unsend', unsend: { messageId: '1' } })?.asking.kind).toBe('unsend');
    expect(standby({ type: 'unfollow' })?.asking.kind).toBe('farewell');
  });
});
