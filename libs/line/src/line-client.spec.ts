import { Retryable } from '@dossier/contracts';
import { cut, failureOf, json, never, noJson, StandIn, TOKEN } from './line-client.builder.ts';

const TEXT = '使用者的問題';
const MESSAGES: [{ type: 'text'; text: string }] = [{ type: 'text', text: TEXT }];
const KEY = '123e4567-e89b-12d3-a456-426614174000';

const PUSH = '/v2/bot/message/push';
const REPLY = '/v2/bot/message/reply';
const LOADING = '/v2/bot/chat/loading/start';

let line: StandIn;
beforeAll(async () => {
  line = await StandIn.start();
});
afterAll(() => line.close());
beforeEach(() => line.reset());

describe('push', () => {
  it('sends once, with token and retry key, and gives the request id', async () => {
    const sentMessages = [
      { id: '461230966842064897', quoteToken: 'q' },
      { id: '461230966842064898' },
    ];
    line.set(PUSH, json(200, { sentMessages }, { 'x-line-request-id': 'r1' }));
    await expect(line.client().push('U1', MESSAGES, KEY)).resolves.toEqual({
      status: 'sent',
      requestId: 'r1',
      messageIds: ['461230966842064897', '461230966842064898'],
    });
    expect(line.calls).toHaveLength(1);
    expect(line.calls[0]?.body).toEqual({ to: 'U1', messages: MESSAGES });
    expect(line.calls[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'x-line-retry-key': KEY,
    });
  });

  it('takes 409 for sent before, with the ids of the accepted request and its messages', async () => {
    const body = { message: 'The retry key is already accepted', sentMessages: [{ id: '4612' }] };
    const headers = { 'x-line-request-id': 'second', 'x-line-accepted-request-id': 'first' };
    line.set(PUSH, json(409, body, headers));
    await expect(line.client().push('U1', MESSAGES, KEY)).resolves.toEqual({
      status: 'already-sent',
      requestId: 'first',
      messageIds: ['4612'],
    });
  });

  it.each(['', '<html>', 'null', '{"sentMessages":"none"}', '{"sentMessages":[{},7,null]}'])(
    'takes 409 for sent before whatever its body says: %j',
    async (body) => {
      line.set(PUSH, (response) => response.writeHead(409).end(body));
      await expect(line.client().push('U1', MESSAGES, KEY)).resolves.toEqual({
        status: 'already-sent',
        requestId: null,
        messageIds: [],
      });
    },
  );

  it.each([
    ['a lost connection', cut, 'line-unreachable'],
    ['a 500', json(500, {}), 'line-server-error'],
    ['a 200 that is no JSON', noJson, 'line-answer-unreadable'],
    ['a rotated token', json(401, {}), 'line-unauthorized'],
  ])('asks to be repeated after %s', async (_, answer, reason) => {
    line.set(PUSH, answer);
    const error = await failureOf(line.client().push('U1', MESSAGES, KEY));
    expect([error.name, error.reason]).toEqual(['Retryable', reason]);
    expect(line.calls).toHaveLength(1);
  });

  it('gives up waiting after its time-out', async () => {
    line.set(PUSH, never);
    const error = await failureOf(line.client({ timeoutMs: 50 }).push('U1', MESSAGES, KEY));
    expect([error.name, error.reason]).toEqual(['Retryable', 'line-timeout']);
  });

  it('gives up when the body of the answer does not come', async () => {
    line.set(PUSH, (response) => response.writeHead(200).write('{'));
    const error = await failureOf(line.client({ timeoutMs: 50 }).push('U1', MESSAGES, KEY));
    expect(error.reason).toBe('line-timeout');
  });

  it.each([400, 403, 404])('ends for good after %i', async (status) => {
    line.set(PUSH, json(status, { message: `bad ${TEXT}` }, { 'x-line-request-id': 'r2' }));
    const error = await failureOf(line.client().push('U1', MESSAGES, KEY));
    expect([error.name, error.reason]).toEqual(['Permanent', 'line-refused']);
    expect(error.message).toBe(`LINE answered ${status} (request id r2)`);
  });

  describe('429', () => {
    const tooMany = json(429, { message: 'Slow down.' });

    it('is final when the answer says that the month is used up', async () => {
      line.set(PUSH, json(429, { message: 'You have reached your monthly limit.' }));
      const error = await failureOf(line.client().push('U1', MESSAGES, KEY));
      expect([error.name, error.reason]).toEqual(['Permanent', 'line-quota-exhausted']);
    });

    it.each([
      [200, 'Permanent', 'line-quota-exhausted'],
      [199, 'Retryable', 'line-rate-limited'],
    ])('is judged by the quota: %i of 200 used', async (totalUsage, name, reason) => {
      line.set(PUSH, tooMany);
      line.set('/v2/bot/message/quota', json(200, { type: 'limited', value: 200 }));
      line.set('/v2/bot/message/quota/consumption', json(200, { totalUsage }));
      const error = await failureOf(line.client().push('U1', MESSAGES, KEY));
      expect([error.name, error.reason]).toEqual([name, reason]);
    });

    it('is worth another try when the quota has no end, or cannot be read', async () => {
      line.set(PUSH, tooMany);
      line.set('/v2/bot/message/quota', json(200, { type: 'none' }));
      expect(await failureOf(line.client().push('U1', MESSAGES, KEY))).toBeInstanceOf(Retryable);
      line.set('/v2/bot/message/quota', json(500, {}));
      expect(await failureOf(line.client().push('U1', MESSAGES, KEY))).toBeInstanceOf(Retryable);
    });
  });
});

describe('reply', () => {
  it('sends the token and the messages, and gives the ids of what was sent', async () => {
    line.set(REPLY, json(200, { sentMessages: [{ id: '4613' }] }, { 'x-line-request-id': 'r3' }));
    const receipt = await line.client().reply('reply-token', MESSAGES);
    expect(line.calls[0]?.body).toEqual({ replyToken: 'reply-token', messages: MESSAGES });
    expect(receipt).toEqual({ messageIds: ['4613'], requestId: 'r3' });
  });

  it('counts as sent when the answer names no messages', async () => {
    line.set(REPLY, json(200, {}));
    await expect(line.client().reply('reply-token', MESSAGES)).resolves.toEqual({
      messageIds: [],
      requestId: null,
    });
  });

  it.each([
    ['a lost connection', cut],
    ['a 500', json(500, {})],
    ['a 200 that is no JSON', noJson],
    ['silence', never],
  ])('is never to be repeated after %s', async (_, answer) => {
    line.set(REPLY, answer);
    const error = await failureOf(line.client({ timeoutMs: 200 }).reply('reply-token', MESSAGES));
    expect([error.name, error.reason]).toEqual(['Permanent', 'line-reply-outcome-unknown']);
    expect(line.calls).toHaveLength(1);
  });

  it.each([
    [400, 'Permanent', 'line-reply-refused'],
    [401, 'Retryable', 'line-unauthorized'],
    [429, 'Retryable', 'line-rate-limited'],
  ])('maps %i to %s', async (status, name, reason) => {
    line.set(REPLY, json(status, { message: 'Invalid reply token' }));
    const error = await failureOf(line.client().reply('reply-token', MESSAGES));
    expect([error.name, error.reason]).toEqual([name, reason]);
  });
});

describe('startLoading', () => {
  it.each([
    [1, 5],
    [22, 25],
    [600, 60],
  ])('turns %i seconds into the %i that LINE takes', async (asked, sent) => {
    line.set(LOADING, json(202, {}));
    await line.client().startLoading('U1', asked);
    expect(line.calls[0]?.body).toEqual({ chatId: 'U1', loadingSeconds: sent });
  });

  it('asks nothing for groups, which have no such animation', async () => {
    await line.client().startLoading('C1', 20);
    expect(line.calls).toEqual([]);
  });
});

it('puts no token and no text into any error message', async () => {
  for (const answer of [cut, noJson, json(500, {}), json(400, { message: TEXT }), json(401, {})]) {
    line.set(PUSH, answer);
    line.set(REPLY, answer);
    const errors = [
      await failureOf(line.client().push('U1', MESSAGES, KEY)),
      await failureOf(line.client().reply('reply-token', MESSAGES)),
    ];
    for (const { message } of errors) {
      expect(message).not.toContain(TOKEN);
      expect(message).not.toContain(TEXT);
    }
  }
});

it('leaves the fetch of everybody else without a deadline', async () => {
  line.set(PUSH, json(200, {}));
  await line.client({ timeoutMs: 20 }).push('U1', MESSAGES, KEY);
  line.set('/slow', (response) => setTimeout(() => response.end('late'), 80));
  const response = await fetch(`${line.url}/slow`);
  expect(await response.text()).toBe('late');
});
