import { FakeLine } from '@dossier/fake-line';
import { cardSamples, findProblems } from '@dossier/line';
import { HTTPFetchError, messagingApi } from '@line/bot-sdk';

const ACCESS_TOKEN = 'a-token-of-this-test';

/**
 * Two judges that know nothing of each other: what libs/line measures before sending, and the stand-in
 * for LINE, whose schema is made from the SDK's types.
 */
describe('every message that the bot can send', () => {
  let line: FakeLine;
  let client: messagingApi.MessagingApiClient;
  beforeAll(async () => {
    line = await FakeLine.start({ channelSecret: 'a-secret', accessToken: ACCESS_TOKEN });
    client = new messagingApi.MessagingApiClient({
      channelAccessToken: ACCESS_TOKEN,
      baseURL: line.url,
    });
  });
  afterAll(() => line.close());

  it.each(cardSamples().map(({ name, messages }) => [name, messages] as const))(
    'passes both the measure and the contract: %s',
    async (_, messages) => {
      expect(findProblems(messages)).toEqual([]);
      await client.validateReply({ messages: [...messages] });
      await client.validatePush({ messages: [...messages] });
    },
  );

  it('is judged by a contract that refuses', async () => {
    const messages: messagingApi.Message[] = [{ type: 'text', text: '' }];
    expect(findProblems(messages)).toHaveLength(1);
    await expect(client.validatePush({ messages })).rejects.toBeInstanceOf(HTTPFetchError);
  });
});
