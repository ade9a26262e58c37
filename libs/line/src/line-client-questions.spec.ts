import { failureOf, json, StandIn } from './line-client.builder.ts';

const QUOTA = '/v2/bot/message/quota';
const USED = '/v2/bot/message/quota/consumption';
const MESSAGES: [{ type: 'text'; text: string }] = [{ type: 'text', text: '使用者的問題' }];

let line: StandIn;
beforeAll(async () => {
  line = await StandIn.start();
});
afterAll(() => line.close());
beforeEach(() => line.reset());

describe('quota', () => {
  it.each([
    [{ type: 'none' }, { kind: 'unlimited' }],
    [
      { type: 'limited', value: 200 },
      { kind: 'limited', limit: 200, used: 12 },
    ],
  ])('reads %j', async (quota, expected) => {
    line.set(QUOTA, json(200, quota));
    line.set(USED, json(200, { totalUsage: 12 }));
    await expect(line.client().quota()).resolves.toEqual(expected);
  });

  it('takes no missing number for nothing used', async () => {
    line.set(QUOTA, json(200, { type: 'limited', value: 200 }));
    line.set(USED, json(200, {}));
    expect((await failureOf(line.client().quota())).reason).toBe('line-answer-unreadable');
  });
});

describe('audienceOf', () => {
  it('counts the members of groups and rooms, and asks nothing about one person', async () => {
    line.set('/v2/bot/group/C1/members/count', json(200, { count: 9 }));
    line.set('/v2/bot/room/R1/members/count', json(200, { count: 3 }));
    const counts = ['C1', 'R1', 'U1'].map((to) => line.client().audienceOf(to));
    expect(await Promise.all(counts)).toEqual([9, 3, 1]);
    expect(line.calls).toHaveLength(2);
  });

  it('ends for good where the bot is no member', async () => {
    const error = await failureOf(line.client().audienceOf('C2'));
    expect([error.name, error.reason]).toEqual(['Permanent', 'line-refused']);
  });
});

describe('validate', () => {
  it('asks the endpoint of the kind and sends only the messages', async () => {
    for (const kind of ['push', 'reply'] as const) {
      line.set(`/v2/bot/message/validate/${kind}`, json(200, {}));
      await expect(line.client().validate(kind, MESSAGES)).resolves.toEqual({ ok: true });
    }
    expect(line.calls.map(({ body }) => body)).toEqual(Array(2).fill({ messages: MESSAGES }));
  });

  it.each([
    [
      {
        message: 'A message (messages[0]) is invalid',
        details: [{ message: 'must be non-empty', property: '/body/contents/0/text' }],
      },
      'A message (messages[0]) is invalid: /body/contents/0/text must be non-empty',
    ],
    [{ message: 'The request body has 1 error(s)' }, 'The request body has 1 error(s)'],
    [{}, 'LINE gives no reason'],
  ])('tells what is wrong, and where: %j', async (body, problem) => {
    line.set('/v2/bot/message/validate/push', json(400, body));
    await expect(line.client().validate('push', MESSAGES)).resolves.toEqual({
      ok: false,
      problems: [problem],
    });
  });

  it('does not take a token that is refused for wrong messages', async () => {
    line.set('/v2/bot/message/validate/push', json(401, {}));
    const error = await failureOf(line.client().validate('push', MESSAGES));
    expect(error.reason).toBe('line-unauthorized');
  });
});
