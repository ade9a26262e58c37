import { randomUUID } from 'node:crypto';
import { LineBotClient } from '@line/bot-sdk';
import { aCard, USER } from './card.builder.ts';
import { refusalOf, startLineSession, type LineSession } from './line-session.builder.ts';

const GROUP = `C${'b'.repeat(32)}`;
const BLOCKER = `U${'d'.repeat(32)}`;

describe('quota and receivers', () => {
  let session: LineSession;
  beforeEach(async () => {
    session = await startLineSession();
  }, 60_000);
  afterEach(() => session.line.close());
  const push = (to: string) =>
    session.client.pushMessage(
      { to, messages: [aCard(), { type: 'text', text: 'x' }] },
      randomUUID(),
    );

  it('counts people, not message objects: a group costs its members', async () => {
    session.line.audience.groupSizes.set(GROUP, 5);
    await push(GROUP);
    await push(USER);
    expect((await session.client.getMessageQuotaConsumption()).totalUsage).toBe(6);
  });

  it('accepts a push to somebody who blocked the bot: silent, free, never shown', async () => {
    session.line.block(BLOCKER);
    expect((await push(BLOCKER)).sentMessages).toHaveLength(2);
    expect(session.line).toMatchObject({ quotaUsed: 0, acceptedPushes: 1, delivered: [] });
    expect(session.line.history(BLOCKER)).toEqual([]);
  });

  it('answers 429 in its own words when the month is spent, and starts anew with the next month', async () => {
    session.line.useQuota(200);
    const { status, body } = await refusalOf(push(USER));
    expect([status, body['message']]).toEqual([429, 'You have reached your monthly limit.']);
    session.clock.advance(31 * 24 * 3_600_000);
    await push(USER);
    expect(session.line.quotaUsed).toBe(1);
  });

  it('shows the plan to any SDK client', async () => {
    const client = LineBotClient.fromChannelAccessToken({
      channelAccessToken: 'test-token',
      apiBaseURL: session.line.url,
      dataApiBaseURL: session.line.url,
    });
    expect(await client.getMessageQuota()).toEqual({ type: 'limited', value: 200 });
    session.line.quota.limit = { type: 'none' };
    expect(await client.getMessageQuota()).toEqual({ type: 'none' });
  });

  it('refuses receivers that are no ids, and ids that it does not know', async () => {
    expect((await refusalOf(push('@dossier'))).body['message']).toContain("'to', in the request");
    session.line.audience.unknown.add(USER);
    expect((await refusalOf(push(USER))).body['message']).toBe('Failed to send messages');
  });

  it('multicasts to each person once, and names the id that is wrong', async () => {
    session.line.block(BLOCKER);
    await session.client.multicast({ to: [USER, BLOCKER], messages: [aCard()] }, randomUUID());
    expect(session.line.delivered).toMatchObject([{ kind: 'multicast', to: USER }]);
    expect(session.line.quotaUsed).toBe(1);
    const wrong = session.client.multicast({ to: [USER, GROUP], messages: [aCard()] });
    expect((await refusalOf(wrong)).body['message']).toContain('to[1]');
  });

  it('knows the profiles it was told, and hides those who blocked the bot', async () => {
    session.line.audience.profiles.set(USER, { userId: USER, displayName: '小明' });
    expect((await session.client.getProfile(USER)).displayName).toBe('小明');
    session.line.block(USER);
    expect((await refusalOf(session.client.getProfile(USER))).status).toBe(404);
  });
});
