import type { LineCredentials } from '@dossier/line';
import type { Settings } from './settings.ts';

type LineSettingName =
  | 'LINE_CHANNEL_ID'
  | 'LINE_CHANNEL_SECRET'
  | 'LINE_CHANNEL_SECRET_PREVIOUS'
  | 'LINE_CHANNEL_ACCESS_TOKEN';
type Given = Readonly<Record<string, string | undefined>> | Pick<Settings, LineSettingName>;

/**
 * What the settings let a process send with: the token when there is one, since somebody chose it on
 * purpose, else channel id and secret. Undefined when they let it send nothing.
 */
export function lineCredentialsOf(
  settings: Pick<Settings, LineSettingName>,
): LineCredentials | undefined {
  const {
    LINE_CHANNEL_ACCESS_TOKEN: accessToken,
    LINE_CHANNEL_ID: channelId,
    LINE_CHANNEL_SECRET: channelSecret,
  } = settings;
  if (accessToken !== undefined) return { kind: 'static', accessToken };
  if (channelId === undefined || channelSecret === undefined) return undefined;
  return { kind: 'channel', channelId, channelSecret };
}

/** The secrets that webhooks may be signed with: two while the secret is being rotated. */
export function channelSecretsOf(settings: Pick<Settings, LineSettingName>): readonly string[] {
  const { LINE_CHANNEL_SECRET: current, LINE_CHANNEL_SECRET_PREVIOUS: previous } = settings;
  return [current, previous].filter((secret) => secret !== undefined);
}

/** What is missing before webhooks can be checked and messages sent, and where it is found. */
export function missingForLine(given: Given): readonly string[] {
  const missing: string[] = [];
  if (!given.LINE_CHANNEL_SECRET) {
    missing.push(
      'LINE_CHANNEL_SECRET is missing: take "Channel secret" from the Basic settings tab of your ' +
        'channel in the LINE Developers console',
    );
  }
  if (!given.LINE_CHANNEL_ID && !given.LINE_CHANNEL_ACCESS_TOKEN) {
    missing.push(
      'LINE_CHANNEL_ID is missing: take "Channel ID" from the Basic settings tab of your channel ' +
        '(or set LINE_CHANNEL_ACCESS_TOKEN to a token from its Messaging API tab)',
    );
  }
  return missing;
}

/** What cannot be meant, whoever reads the settings. */
export function lineContradictions(given: Given): readonly string[] {
  const { LINE_CHANNEL_SECRET: current, LINE_CHANNEL_SECRET_PREVIOUS: previous } = given;
  if (!previous) return [];
  if (!current) {
    return [
      'LINE_CHANNEL_SECRET_PREVIOUS is set without LINE_CHANNEL_SECRET: put the secret in force ' +
        'into LINE_CHANNEL_SECRET',
    ];
  }
  return current.trim() === previous.trim()
    ? [
        'LINE_CHANNEL_SECRET_PREVIOUS is the same as LINE_CHANNEL_SECRET: the rotation is over, remove it',
      ]
    : [];
}
