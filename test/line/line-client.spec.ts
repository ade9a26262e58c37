import { randomUUID } from 'node:crypto';
import type { Clock } from '@dossier/contracts';
import { FakeLine } from '@dossier/fake-line';
import { LineClient } from '@dossier/line';

const SECRET = '8c570fa6dd201bb328f1c1eac23a96d8';
const USER = `U${'a'.repeat(32)}`;
const GROUP = `C${'b'.repeat(32)}`;
const MINUTE_MS = 60_000;
const TOKENS = '/oauth2/v3/token';
const PUSH = '/v2/bot/message/push';
const MESSAGES: [{ type: 'text'; text: string }] = [{ type: 'text', text: '報告好了' }];

/** One clock for both sides, moved by the test only. */
class SharedClock implements Clock {
  #now = Date.parse('2026-12-01T00:00:00Z');

  now(): Date {
    return new Date(this.#now);
  }
  sleep(): Promise<void> {
    return Promise.resolve();
  }
  advance(ms: number): void {
    this.#now += ms;
  }
}

describe('the LINE client before a strict stand-in', () => {
  let line: FakeLine;
  let clock: SharedClock;
  let client: LineClient;
  beforeEach(async () => {
    clock = new SharedClock();
    line = await FakeLine.start({ channelSecret: SECRET, accessToken: 'set-by-hand', clock });
    client = new LineClient({
      credentials: { kind: 'channel', channelId: '1234567890', channelSecret: SECRET },
      baseUrl: line.url,
      timeoutMs: 5_000,
      clock,
    });
  }, 60_000);
  afterEach(() => line.close());

  const asked = (path: string) => line.journal.filter((entry) => entry.path === path);

  it('never shows a token that has died, over a whole day', async () => {
    line.quota.limit = { type: 'none' };
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      await client.push(USER, MESSAGES, randomUUID());
      clock.advance(7 * MINUTE_MS);
    }
    expect(asked(PUSH).filter(({ status }) => status !== 200)).toEqual([]);
    // Tokens live for two of the steps, so that about every second push needed one.
    expect(asked(TOKENS).length).toBeLessThanOrEqual(asked(PUSH).length / 2 + 1);
  });

  it('goes on with a fresh token after the clock stood still, as on a frozen instance', async () => {
    const slow: Clock = { now: () => new Date(0), sleep: () => Promise.resolve() };
    const frozen = new LineClient({
      credentials: { kind: 'channel', channelId: '1234567890', channelSecret: SECRET },
      baseUrl: line.url,
      timeoutMs: 5_000,
      clock: slow,
    });
    await frozen.push(USER, MESSAGES, randomUUID());
    clock.advance(20 * MINUTE_MS);
    await frozen.push(USER, MESSAGES, randomUUID());
    expect(asked(PUSH).map(({ status }) => status)).toEqual([200, 401, 200]);
    expect(line.pushesOf(USER)).toHaveLength(2);
  });

  it('gives the same message ids for a push whose first answer was lost, and sends it once', async () => {
    const key = randomUUID();
    line.fault({ path: PUSH, when: 'after', drop: true });
    await expect(client.push(USER, MESSAGES, key)).rejects.toThrow('line-unreachable');
    const receipt = await client.push(USER, MESSAGES, key);
    expect(receipt.status).toBe('already-sent');
    expect(receipt.requestId).toBe(asked(PUSH)[0]?.requestId);
    expect(receipt.messageIds).toHaveLength(1);
    expect(line.pushesOf(USER)).toHaveLength(1);
    expect((await client.push(USER, MESSAGES, key)).messageIds).toEqual(receipt.messageIds);
  });

  it('knows what a push to a group costs before it is sent', async () => {
    line.audience.groupSizes.set(GROUP, 7);
    const before = await client.quota();
    const cost = await client.audienceOf(GROUP);
    await client.push(GROUP, MESSAGES, randomUUID());
    expect(before).toEqual({ kind: 'limited', limit: 200, used: 0 });
    expect(await client.quota()).toMatchObject({ used: cost });
  });

  it('tells both 429s apart', async () => {
    line.rateLimits.set(PUSH, 0);
    await expect(client.push(USER, MESSAGES, randomUUID())).rejects.toMatchObject({
      name: 'Retryable',
      reason: 'line-rate-limited',
    });
    line.rateLimits.set(PUSH, undefined);
    line.useQuota(200);
    await expect(client.push(USER, MESSAGES, randomUUID())).rejects.toMatchObject({
      name: 'Permanent',
      reason: 'line-quota-exhausted',
    });
  });

  it('hears what is wrong with a message, where, and sends nothing', async () => {
    expect(await client.validate('push', MESSAGES)).toEqual({ ok: true });
    const wrong = await client.validate('reply', [{ type: 'text', text: 'x'.repeat(5001) }]);
    expect(wrong).toMatchObject({ ok: false, problems: [expect.stringContaining('messages[0]')] });
    expect(line.delivered).toEqual([]);
  });
});
