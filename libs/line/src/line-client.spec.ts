import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import { Permanent, Retryable } from '@dossier/contracts';
import { LineClient } from './line-client.ts';

interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}
type Answer = (response: ServerResponse) => void;

const TOKEN = 'channel-token-7';
const TEXT = '使用者的問題';
const MESSAGES: [{ type: 'text'; text: string }] = [{ type: 'text', text: TEXT }];
const KEY = '123e4567-e89b-12d3-a456-426614174000';

let server: Server;
let baseUrl: string;
let calls: Call[];
let answers: Map<string, Answer>;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const text = Buffer.concat(chunks).toString();
      const body: unknown = text === '' ? null : JSON.parse(text);
      calls.push({ path, headers: request.headers, body });
      (answers.get(path) ?? json(404, {}))(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  baseUrl = `http://127.0.0.1:${address.port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  calls = [];
  answers = new Map();
});

const PUSH = '/v2/bot/message/push';
const REPLY = '/v2/bot/message/reply';
const LOADING = '/v2/bot/chat/loading/start';

function json(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}
const never: Answer = () => undefined;
const cut: Answer = (response) => response.destroy();
const noJson: Answer = (response) => response.end('<html>');

function client(timeoutMs = 5_000): LineClient {
  return new LineClient({
    credentials: { kind: 'static', accessToken: TOKEN },
    baseUrl,
    timeoutMs,
    clock: { now: () => new Date(), sleep: () => Promise.resolve() },
  });
}

async function failureOf(call: Promise<unknown>): Promise<Retryable | Permanent> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Retryable || error instanceof Permanent) return error;
  throw new Error('expected Retryable or Permanent', { cause: error });
}

describe('push', () => {
  it('sends once, with token and retry key, and gives the request id', async () => {
    const sentMessages = [
      { id: '461230966842064897', quoteToken: 'q' },
      { id: '461230966842064898' },
    ];
    answers.set(PUSH, json(200, { sentMessages }, { 'x-line-request-id': 'r1' }));
    await expect(client().push('U1', MESSAGES, KEY)).resolves.toEqual({
      status: 'sent',
      requestId: 'r1',
      messageIds: ['461230966842064897', '461230966842064898'],
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toEqual({ to: 'U1', messages: MESSAGES });
    expect(calls[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'x-line-retry-key': KEY,
    });
  });

  it('takes 409 for sent before, with the ids of the accepted request and its messages', async () => {
    const body = { message: 'The retry key is already accepted', sentMessages: [{ id: '4612' }] };
    const headers = { 'x-line-request-id': 'second', 'x-line-accepted-request-id': 'first' };
    answers.set(PUSH, json(409, body, headers));
    await expect(client().push('U1', MESSAGES, KEY)).resolves.toEqual({
      status: 'already-sent',
      requestId: 'first',
      messageIds: ['4612'],
    });
  });

  it.each(['', '<html>', 'null', '{"sentMessages":"none"}', '{"sentMessages":[{},7,null]}'])(
    'takes 409 for sent before whatever its body says: %j',
    async (body) => {
      answers.set(PUSH, (response) => response.writeHead(409).end(body));
      await expect(client().push('U1', MESSAGES, KEY)).resolves.toEqual({
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
    answers.set(PUSH, answer);
    const error = await failureOf(client().push('U1', MESSAGES, KEY));
    expect([error.name, error.reason]).toEqual(['Retryable', reason]);
    expect(calls).toHaveLength(1);
  });

  it('gives up waiting after its time-out', async () => {
    answers.set(PUSH, never);
    const error = await failureOf(client(50).push('U1', MESSAGES, KEY));
    expect([error.name, error.reason]).toEqual(['Retryable', 'line-timeout']);
  });

  it('gives up when the body of the answer does not come', async () => {
    answers.set(PUSH, (response) => response.writeHead(200).write('{'));
    const error = await failureOf(client(50).push('U1', MESSAGES, KEY));
    expect(error.reason).toBe('line-timeout');
  });

  it.each([400, 403, 404])('ends for good after %i', async (status) => {
    answers.set(PUSH, json(status, { message: `bad ${TEXT}` }, { 'x-line-request-id': 'r2' }));
    const error = await failureOf(client().push('U1', MESSAGES, KEY));
    expect([error.name, error.reason]).toEqual(['Permanent', 'line-refused']);
    expect(error.message).toBe(`LINE answered ${status} (request id r2)`);
  });

  describe('429', () => {
    const tooMany = json(429, { message: 'Slow down.' });

    it('is final when the answer says that the month is used up', async () => {
      answers.set(PUSH, json(429, { message: 'You have reached your monthly limit.' }));
      const error = await failureOf(client().push('U1', MESSAGES, KEY));
      expect([error.name, error.reason]).toEqual(['Permanent', 'line-quota-exhausted']);
    });

    it.each([
      [200, 'Permanent', 'line-quota-exhausted'],
      [199, 'Retryable', 'line-rate-limited'],
    ])('is judged by the quota: %i of 200 used', async (totalUsage, name, reason) => {
      answers.set(PUSH, tooMany);
      answers.set('/v2/bot/message/quota', json(200, { type: 'limited', value: 200 }));
      answers.set('/v2/bot/message/quota/consumption', json(200, { totalUsage }));
      const error = await failureOf(client().push('U1', MESSAGES, KEY));
      expect([error.name, error.reason]).toEqual([name, reason]);
    });

    it('is worth another try when the quota has no end, or cannot be read', async () => {
      answers.set(PUSH, tooMany);
      answers.set('/v2/bot/message/quota', json(200, { type: 'none' }));
      expect(await failureOf(client().push('U1', MESSAGES, KEY))).toBeInstanceOf(Retryable);
      answers.set('/v2/bot/message/quota', json(500, {}));
      expect(await failureOf(client().push('U1', MESSAGES, KEY))).toBeInstanceOf(Retryable);
    });
  });
});

describe('reply', () => {
  it('sends the token and the messages, and gives the ids of what was sent', async () => {
    answers.set(
      REPLY,
      json(200, { sentMessages: [{ id: '4613' }] }, { 'x-line-request-id': 'r3' }),
    );
    const receipt = await client().reply('reply-token', MESSAGES);
    expect(calls[0]?.body).toEqual({ replyToken: 'reply-token', messages: MESSAGES });
    expect(receipt).toEqual({ messageIds: ['4613'], requestId: 'r3' });
  });

  it('counts as sent when the answer names no messages', async () => {
    answers.set(REPLY, json(200, {}));
    await expect(client().reply('reply-token', MESSAGES)).resolves.toEqual({
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
    answers.set(REPLY, answer);
    const error = await failureOf(client(200).reply('reply-token', MESSAGES));
    expect([error.name, error.reason]).toEqual(['Permanent', 'line-reply-outcome-unknown']);
    expect(calls).toHaveLength(1);
  });

  it.each([
    [400, 'Permanent', 'line-reply-refused'],
    [401, 'Retryable', 'line-unauthorized'],
    [429, 'Retryable', 'line-rate-limited'],
  ])('maps %i to %s', async (status, name, reason) => {
    answers.set(REPLY, json(status, { message: 'Invalid reply token' }));
    const error = await failureOf(client().reply('reply-token', MESSAGES));
    expect([error.name, error.reason]).toEqual([name, reason]);
  });
});

describe('startLoading', () => {
  it.each([
    [1, 5],
    [22, 25],
    [600, 60],
  ])('turns %i seconds into the %i that LINE takes', async (asked, sent) => {
    answers.set(LOADING, json(202, {}));
    await client().startLoading('U1', asked);
    expect(calls[0]?.body).toEqual({ chatId: 'U1', loadingSeconds: sent });
  });

  it('asks nothing for groups, which have no such animation', async () => {
    await client().startLoading('C1', 20);
    expect(calls).toEqual([]);
  });
});

it('puts no token and no text into any error message', async () => {
  for (const answer of [cut, noJson, json(500, {}), json(400, { message: TEXT }), json(401, {})]) {
    answers.set(PUSH, answer);
    answers.set(REPLY, answer);
    const errors = [
      await failureOf(client().push('U1', MESSAGES, KEY)),
      await failureOf(client().reply('reply-token', MESSAGES)),
    ];
    for (const { message } of errors) {
      expect(message).not.toContain(TOKEN);
      expect(message).not.toContain(TEXT);
    }
  }
});

it('leaves the fetch of everybody else without a deadline', async () => {
  answers.set(PUSH, json(200, {}));
  await client(20).push('U1', MESSAGES, KEY);
  answers.set('/slow', (response) => setTimeout(() => response.end('late'), 80));
  const response = await fetch(`${baseUrl}/slow`);
  expect(await response.text()).toBe('late');
});
