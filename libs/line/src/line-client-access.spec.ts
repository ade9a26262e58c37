import type { ObservedCall } from './line-client-calls.ts';
import {
  cut,
  failureOf,
  json,
  never,
  noJson,
  StandIn,
  TOKEN,
  type Answer,
} from './line-client.builder.ts';
import type { LineClient } from './line-client.ts';

const ISSUE = '/oauth2/v3/token';
const REPLY = '/v2/bot/message/reply';
const PUSH = '/v2/bot/message/push';
const MINUTE_MS = 60_000;
const SECRET = 'a-channel-secret-of-32-characters';
const MESSAGES: [{ type: 'text'; text: string }] = [{ type: 'text', text: '使用者的問題' }];
const KEY = '123e4567-e89b-12d3-a456-426614174000';

let line: StandIn;
beforeAll(async () => {
  line = await StandIn.start();
});
afterAll(() => line.close());
beforeEach(() => {
  line.reset();
  line.set(REPLY, json(200, {}));
});

function issued(token: string, seconds = 900): Answer {
  return json(200, { token_type: 'Bearer', access_token: token, expires_in: seconds });
}
function channelClient(timeoutMs = 5_000, observe?: (call: ObservedCall) => void): LineClient {
  return line.client({
    credentials: { kind: 'channel', channelId: '1234567890', channelSecret: SECRET },
    timeoutMs,
    ...(observe !== undefined && { observe }),
  });
}
const reply = (client: LineClient) => client.reply('reply-token', MESSAGES);
const tokensUsed = () =>
  line.calls.filter(({ path }) => path !== ISSUE).map(({ headers }) => headers.authorization);
const issues = () => line.calls.filter(({ path }) => path === ISSUE);

describe('stateless tokens', () => {
  it('are issued for id and secret, once for everybody who needs one meanwhile', async () => {
    line.set(ISSUE, issued('t1'));
    const client = channelClient();
    await Promise.all([reply(client), reply(client), reply(client)]);
    expect(issues()).toHaveLength(1);
    expect(new URLSearchParams(String(issues()[0]?.body))).toEqual(
      new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: '1234567890',
        client_secret: SECRET,
      }),
    );
    expect(tokensUsed()).toEqual(Array(3).fill('Bearer t1'));
  });

  it('are used for 13 and a half of their 15 minutes', async () => {
    line.set(ISSUE, issued('t1'), issued('t2'));
    const client = channelClient();
    await reply(client);
    line.clock.advance(13.5 * MINUTE_MS - 1);
    await reply(client);
    line.clock.advance(1);
    await reply(client);
    expect(tokensUsed()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2']);
  });

  it('that live shorter than the margin are used once each', async () => {
    line.set(ISSUE, issued('t1', 60), issued('t2', 60));
    const client = channelClient();
    await reply(client);
    await reply(client);
    expect(tokensUsed()).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it.each([
    ['a lost connection', cut],
    ['a 500', json(500, {})],
    ['a 429', json(429, {})],
    ['no JSON', noJson],
    ['an answer without a token', json(200, { expires_in: 900 })],
    ['an answer without an end', json(200, { access_token: 't' })],
    ['silence', never],
  ])('keep a call waiting for another try after %s, and nothing was sent', async (_, answer) => {
    line.set(ISSUE, answer);
    const error = await failureOf(reply(channelClient(200)));
    expect([error.name, error.reason]).toEqual(['Retryable', 'line-token-unavailable']);
    expect(tokensUsed()).toEqual([]);
  });

  it('are asked for again by the next call after that', async () => {
    line.set(ISSUE, json(500, {}), issued('t1'));
    const client = channelClient();
    await failureOf(reply(client));
    await reply(client);
    expect(tokensUsed()).toEqual(['Bearer t1']);
  });

  it.each([400, 401, 403])(
    'end the call for good when id and secret are refused: %i',
    async (status) => {
      line.set(ISSUE, json(status, { error: 'invalid_client', error_description: SECRET }));
      const failures = [
        await failureOf(reply(channelClient())),
        await failureOf(channelClient().push('U1', MESSAGES, KEY)),
        await failureOf(channelClient().quota()),
      ];
      for (const error of failures) {
        expect([error.name, error.reason]).toEqual(['Permanent', 'line-credentials-refused']);
        expect(error.message).not.toContain(SECRET);
      }
    },
  );
});

describe('a 401', () => {
  const unauthorized = json(401, { message: 'Authentication failed' });

  it.each([
    ['reply', REPLY, reply],
    ['push', PUSH, (client: LineClient) => client.push('U1', MESSAGES, KEY)],
  ])('to a %s brings a fresh token, and the call again', async (_, path, call) => {
    line.set(ISSUE, issued('t1'), issued('t2'));
    line.set(path, unauthorized, json(200, { sentMessages: [{ id: '7' }] }));
    await expect(call(channelClient())).resolves.toMatchObject({ messageIds: ['7'] });
    expect(tokensUsed()).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('is not answered more than once', async () => {
    line.set(ISSUE, issued('t1'), issued('t2'), issued('t3'));
    line.set(REPLY, unauthorized);
    const error = await failureOf(reply(channelClient()));
    expect([error.name, error.reason]).toEqual(['Retryable', 'line-unauthorized']);
    expect(tokensUsed()).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('to several calls at once brings one fresh token for all of them', async () => {
    line.set(ISSUE, issued('t1'), issued('t2'), issued('t3'));
    line.set(REPLY, unauthorized, unauthorized, json(200, {}));
    const client = channelClient();
    await Promise.all([reply(client), reply(client)]);
    expect(tokensUsed()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2']);
  });

  it('cannot be helped when the token was set by somebody', async () => {
    line.set(REPLY, unauthorized);
    const error = await failureOf(reply(line.client()));
    expect(error.reason).toBe('line-unauthorized');
    expect(tokensUsed()).toEqual([`Bearer ${TOKEN}`]);
  });
});

it('has one time-out for a call and its token', async () => {
  line.set(ISSUE, issued('t1'));
  line.set(REPLY, never);
  const error = await failureOf(reply(channelClient(200)));
  expect(error.reason).toBe('line-reply-outcome-unknown');
});

describe('the observer', () => {
  it('hears method, endpoint, status and request id of every request', async () => {
    line.set(ISSUE, issued('t1'));
    line.set(REPLY, json(400, { message: '使用者' }, { 'x-line-request-id': 'r1' }));
    const heard: ObservedCall[] = [];
    await failureOf(reply(channelClient(5_000, (call) => heard.push(call))));
    expect(heard).toEqual([
      { method: 'POST', endpoint: ISSUE, status: 200, requestId: null, ms: 0 },
      { method: 'POST', endpoint: REPLY, status: 400, requestId: 'r1', ms: 0 },
    ]);
  });

  it('hears of requests without an answer, and no id of a group', async () => {
    const group = `C${'a'.repeat(32)}`;
    line.set(`/v2/bot/group/${group}/members/count`, cut);
    const heard: ObservedCall[] = [];
    await failureOf(line.client({ observe: (call) => heard.push(call) }).audienceOf(group));
    expect(heard).toMatchObject([
      { endpoint: '/v2/bot/group/{groupId}/members/count', status: undefined, requestId: null },
    ]);
  });
});
