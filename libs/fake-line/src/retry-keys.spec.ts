import { randomUUID } from 'node:crypto';
import type { messagingApi } from '@line/bot-sdk';
import { BROKEN_CARDS } from './broken-cards.builder.ts';
import { aCard, USER } from './card.builder.ts';
import {
  asMessages,
  refusalOf,
  startLineSession,
  type LineSession,
} from './line-session.builder.ts';

const anyText: unknown = expect.any(String);
const PUSH = '/v2/bot/message/push';

describe('X-Line-Retry-Key', () => {
  let session: LineSession;
  beforeEach(async () => {
    session = await startLineSession();
  }, 60_000);
  afterEach(() => session.line.close());
  const push = (key: string, messages: messagingApi.Message[] = [aCard()]) =>
    session.client.pushMessage({ to: USER, messages }, key);

  it('answers 409 with the first receipt when only the answer was lost: delivered and counted once', async () => {
    const { line } = session;
    const key = randomUUID();
    line.fault({ path: PUSH, when: 'after', drop: true });
    await expect(push(key)).rejects.toThrow('fetch failed');

    const { status, body, headers } = await refusalOf(push(key));
    expect(status).toBe(409);
    expect(body['message']).toBe('The retry key is already accepted');
    expect(headers.get('x-line-accepted-request-id')).toBe(line.journal[0]?.requestId);
    const [delivered] = line.pushesOf(USER);
    expect(delivered).toMatchObject({ retryKey: key, messages: [aCard()] });
    expect(body['sentMessages']).toEqual([{ id: delivered?.sentIds[0], quoteToken: anyText }]);
    expect([line.delivered.length, line.quotaUsed, line.acceptedPushes]).toEqual([1, 1, 1]);
  });

  it('accepts the same key after an error before acceptance', async () => {
    const key = randomUUID();
    session.line.fault({ path: PUSH, when: 'before', status: 500 });
    expect((await refusalOf(push(key))).status).toBe(500);
    await push(key);
    expect(session.line.delivered).toHaveLength(1);
  });

  it('is not burnt by a refused request, and sends again after 24 hours', async () => {
    const key = randomUUID();
    const broken = asMessages(BROKEN_CARDS['an empty text component'] ?? []);
    expect((await refusalOf(push(key, broken))).status).toBe(400);
    await push(key);
    session.clock.advance(24 * 3_600_000 - 1);
    expect((await refusalOf(push(key.toUpperCase()))).status).toBe(409);
    session.clock.advance(1);
    await push(key);
    expect(session.line.delivered).toHaveLength(2);
  });

  it('must be a UUID, and is refused where it does not belong', async () => {
    expect((await refusalOf(push('run-1/v2'))).status).toBe(400);
    const reply = await fetch(`${session.line.url}/v2/bot/message/reply`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer test-token',
        'content-type': 'application/json',
        'x-line-retry-key': randomUUID(),
      },
      body: JSON.stringify({ replyToken: 'x', messages: [{ type: 'text', text: 'a' }] }),
    });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('retry key is not supported');
  });
});
