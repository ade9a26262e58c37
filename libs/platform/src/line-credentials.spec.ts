import { channelSecretsOf, lineCredentialsOf, missingForLine } from './line-credentials.ts';
import { readSettings } from './settings.ts';

const LINE_CHANNEL_ID = '1234567890';
const LINE_CHANNEL_SECRET = '8c570fa6dd201bb328f1c1eac23a96d8';
const LINE_CHANNEL_ACCESS_TOKEN = 'a-token-that-somebody-issued';
const cloud = { GOOGLE_CLOUD_PROJECT: 'my-project' };

describe('what sending is done with', () => {
  it('is a token that was set, even beside id and secret: somebody chose it', () => {
    const token = { kind: 'static', accessToken: LINE_CHANNEL_ACCESS_TOKEN };
    const both = { LINE_CHANNEL_ID, LINE_CHANNEL_SECRET, LINE_CHANNEL_ACCESS_TOKEN };
    expect(lineCredentialsOf(readSettings(both))).toEqual(token);
    expect(lineCredentialsOf(readSettings({ LINE_CHANNEL_ACCESS_TOKEN }))).toEqual(token);
  });

  it('is id and secret otherwise, and nothing when one of them is missing', () => {
    expect(lineCredentialsOf(readSettings({ LINE_CHANNEL_ID, LINE_CHANNEL_SECRET }))).toEqual({
      kind: 'channel',
      channelId: LINE_CHANNEL_ID,
      channelSecret: LINE_CHANNEL_SECRET,
    });
    expect(lineCredentialsOf(readSettings({ LINE_CHANNEL_ID }))).toBeUndefined();
    expect(lineCredentialsOf(readSettings({ LINE_CHANNEL_SECRET }))).toBeUndefined();
  });
});

describe('half of the credentials', () => {
  it.each([
    ['an id alone', { LINE_CHANNEL_ID }, ['LINE_CHANNEL_SECRET']],
    ['a token alone', { LINE_CHANNEL_ACCESS_TOKEN }, ['LINE_CHANNEL_SECRET']],
    ['a secret alone', { LINE_CHANNEL_SECRET }, ['LINE_CHANNEL_ID']],
    ['nothing', {}, ['LINE_CHANNEL_SECRET', 'LINE_CHANNEL_ID']],
  ])('keeps the ingress from starting: %s', (_, given, names) => {
    const problems = missingForLine(readSettings(given));
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(names);
    expect(() => readSettings({ ...cloud, ...given }, ['ingress'])).toThrow(problems[0]);
  });

  it('keeps nobody else from starting, and a token is enough for the notifier', () => {
    const token = { ...cloud, LINE_CHANNEL_ACCESS_TOKEN };
    expect(readSettings(token, ['notifier']).LINE_CHANNEL_SECRET).toBeUndefined();
    expect(readSettings({ ...cloud, LINE_CHANNEL_ID }, ['writer']).PORT).toBe(3000);
    expect(() => readSettings({ ...cloud, LINE_CHANNEL_ID }, ['notifier'])).toThrow(
      'LINE_CHANNEL_SECRET is missing',
    );
  });
});

describe('a rotation of the secret', () => {
  const previous = { LINE_CHANNEL_SECRET_PREVIOUS: LINE_CHANNEL_SECRET };

  it('has a secret in force beside the previous one', () => {
    const current = { LINE_CHANNEL_SECRET: 'f'.repeat(32) };
    expect(readSettings({ ...current, ...previous })).toMatchObject({ ...current, ...previous });
    expect(() => readSettings(previous)).toThrow('is set without LINE_CHANNEL_SECRET');
  });

  it('lets webhooks be signed with either, and without it with the one', () => {
    const current = { LINE_CHANNEL_SECRET: 'f'.repeat(32) };
    expect(channelSecretsOf(readSettings({ ...current, ...previous }))).toEqual([
      'f'.repeat(32),
      LINE_CHANNEL_SECRET,
    ]);
    expect(channelSecretsOf(readSettings(current))).toEqual(['f'.repeat(32)]);
    expect(channelSecretsOf(readSettings({}))).toEqual([]);
  });

  it('is over when both are the same', () => {
    expect(() =>
      readSettings({ LINE_CHANNEL_SECRET: ` ${LINE_CHANNEL_SECRET}`, ...previous }),
    ).toThrow('the rotation is over, remove it');
  });
});

it('takes the 10 digits of a channel id, not the basic id that begins with @', () => {
  expect(() => readSettings({ LINE_CHANNEL_ID: '@123abcde' })).toThrow('must be the 10 digits');
});
