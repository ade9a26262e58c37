import { readSettings, SettingsError } from '@dossier/platform';
import { namesRealChannel } from './real-channel.ts';

const LINE_CHANNEL_ID = '1234567890';
const LINE_CHANNEL_SECRET = '8c570fa6dd201bb328f1c1eac23a96d8';
const LINE_CHANNEL_ACCESS_TOKEN = 'a-token-that-somebody-issued';

it.each([
  ['nothing', {}, false],
  ['id and secret', { LINE_CHANNEL_ID, LINE_CHANNEL_SECRET }, true],
  ['token and secret', { LINE_CHANNEL_ACCESS_TOKEN, LINE_CHANNEL_SECRET }, true],
])('uses the real LINE when its credentials are there: %s', (_, given, real) => {
  expect(namesRealChannel(readSettings(given))).toBe(real);
});

it.each([
  ['a secret', { LINE_CHANNEL_SECRET }, 'LINE_CHANNEL_ID is missing'],
  ['an id', { LINE_CHANNEL_ID }, 'LINE_CHANNEL_SECRET is missing'],
  ['a token', { LINE_CHANNEL_ACCESS_TOKEN }, 'LINE_CHANNEL_SECRET is missing'],
])('starts no simulator in place of what somebody began to set up: %s alone', (_, given, says) => {
  const settings = readSettings(given);
  expect(() => namesRealChannel(settings)).toThrow(SettingsError);
  expect(() => namesRealChannel(settings)).toThrow(says);
});
