import { channelAccessToken, messagingApi } from '@line/bot-sdk';
import { USER } from './card.builder.ts';
import {
  CHANNEL_SECRET,
  refusalOf,
  startLineSession,
  type LineSession,
} from './line-session.builder.ts';

const LOADING = '/v2/bot/chat/loading/start';

describe('access, rates and the loading animation', () => {
  let session: LineSession;
  beforeEach(async () => {
    session = await startLineSession();
  }, 60_000);
  afterEach(() => session.line.close());

  it('issues stateless tokens for id and secret, which die after 15 minutes', async () => {
    const oauth = new channelAccessToken.ChannelAccessTokenClient({ baseURL: session.line.url });
    const issued = await oauth.issueStatelessChannelTokenByClientSecret(
      '1234567890',
      CHANNEL_SECRET,
    );
    expect(issued).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    const client = new messagingApi.MessagingApiClient({
      channelAccessToken: issued.access_token,
      baseURL: session.line.url,
    });
    session.clock.advance(899_999);
    await client.getMessageQuota();
    session.clock.advance(1);
    expect((await refusalOf(client.getMessageQuota())).status).toBe(401);
    const wrong = oauth.issueStatelessChannelTokenByClientSecret('1234567890', 'wrong');
    expect((await refusalOf(wrong)).status).toBe(400);
  });

  it('answers 401 to a token that it did not issue', async () => {
    const client = new messagingApi.MessagingApiClient({
      channelAccessToken: 'stolen',
      baseURL: session.line.url,
    });
    expect((await refusalOf(client.getMessageQuota())).status).toBe(401);
  });

  it('limits the rate of an endpoint with the other 429, and refills with time', async () => {
    session.line.rateLimits.set(LOADING, 2);
    const show = () => session.client.showLoadingAnimation({ chatId: USER });
    await show();
    await show();
    const { status, body } = await refusalOf(show());
    expect(status).toBe(429);
    expect(body['message']).toContain('API rate limit');
    session.clock.advance(500);
    await show();
  });

  it('shows the loading animation to users only, for 5 to 60 seconds in steps of 5', async () => {
    await session.client.showLoadingAnimation({ chatId: USER, loadingSeconds: 60 });
    await session.client.showLoadingAnimation({ chatId: USER });
    expect(session.line.loading.map(({ seconds }) => seconds)).toEqual([60, 20]);
    for (const wrong of [
      { chatId: USER, loadingSeconds: 7 },
      { chatId: USER, loadingSeconds: 65 },
      { chatId: `C${'a'.repeat(32)}`, loadingSeconds: 5 },
    ]) {
      const { status } = await refusalOf(session.client.showLoadingAnimation(wrong));
      expect([wrong, status]).toEqual([wrong, 400]);
    }
    expect(session.line.loading).toHaveLength(2);
  });

  it('keeps a journal of what was asked and how it ended', async () => {
    session.line.fault({ path: LOADING, when: 'after', status: 502 });
    await refusalOf(session.client.showLoadingAnimation({ chatId: USER }));
    await refusalOf(session.client.getProfile(USER));
    expect(session.line.journal).toMatchObject([
      { method: 'POST', path: LOADING, status: 202, lost: true, body: { chatId: USER } },
      { method: 'GET', path: `/v2/bot/profile/${USER}`, status: 404 },
    ]);
  });
});
