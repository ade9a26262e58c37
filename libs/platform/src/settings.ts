import {
  PLAN_GROUPS,
  TIMING_PROFILES,
  type ServiceName,
  type TimingProfile,
} from '@dossier/contracts';
import { GEMINI_SETTINGS } from './gemini-settings.ts';
import { LINK_SETTINGS } from './link-settings.ts';
import { problemsAcross } from './setting-combinations.ts';
import {
  channelId,
  emailAddresses,
  existingFolder,
  hostAndPort,
  InvalidSetting,
  lineIds,
  oneOf,
  prefix,
  secret,
  text,
  webAddress,
  wholeNumber,
} from './setting-readers.ts';
import { setting } from './setting.ts';

const optional = undefined;
const profiles = Object.keys(TIMING_PROFILES) as TimingProfile[];

/**
 * Every setting of Dossier, by environment variable. The only list there is: `.env.example` and the
 * check at start are held against it by a test.
 */
export const SETTINGS = {
  PORT: setting(
    'Port of the chat page, the webhook and the reports',
    '3000',
    wholeNumber(0, 65_535),
  ),
  HOST: setting('Address to listen on; 0.0.0.0 in a container', '127.0.0.1', text),
  DOSSIER_DATA: setting('Folder that keeps everything on one machine', '.dossier', text),
  DOSSIER_CORPUS: setting(
    'Folder of .md, .txt and .html files to research in; the demo corpus when absent',
    optional,
    existingFolder,
  ),
  DOSSIER_PUBLIC_URL: setting(
    'Address under which readers reach the reports; http://localhost:PORT when absent',
    optional,
    webAddress,
  ),
  DOSSIER_REPORT_BUCKET: setting('Cloud Storage bucket for reports', 'dossier-reports', text),
  DOSSIER_TIMINGS: setting(`Timing profile: ${profiles.join(', ')}`, 'local', oneOf(...profiles)),
  DOSSIER_MAX_IN_FLIGHT: setting(
    'Commands that one stage works on at once',
    '4',
    wholeNumber(1, 100),
  ),
  DOSSIER_SEARCH_CONCURRENCY: setting(
    'Query groups searched at once within one run',
    // The whole plan: with fewer, a run waits for two searches in a row (docs/benchmark.md).
    String(PLAN_GROUPS.max),
    wholeNumber(1, PLAN_GROUPS.max),
  ),
  ...GEMINI_SETTINGS,
  ...LINK_SETTINGS,
  LINE_CHANNEL_ID: setting(
    'Channel id: with the secret it lets Dossier issue its own tokens of 15 minutes',
    optional,
    channelId,
  ),
  LINE_CHANNEL_SECRET: setting(
    'Channel secret that signs webhooks; without it the chat page stands in for LINE',
    optional,
    secret(16),
  ),
  LINE_CHANNEL_SECRET_PREVIOUS: setting(
    'Second secret that webhooks may be signed with, while the secret is being rotated',
    optional,
    secret(16),
  ),
  LINE_CHANNEL_ACCESS_TOKEN: setting(
    'Token for the LINE Messaging API, used instead of LINE_CHANNEL_ID and the secret when set',
    optional,
    secret(8),
  ),
  LINE_API_URL: setting('Origin of the LINE Messaging API', 'https://api.line.me', webAddress),
  DOSSIER_ALLOWED_SENDERS: setting(
    'LINE ids of those who may ask, with commas between them; everybody when absent',
    optional,
    lineIds,
  ),
  DOSSIER_DAILY_RUNS_PER_USER: setting(
    'Versions that one person may start in a day; no limit when absent',
    optional,
    wholeNumber(1, 10_000),
  ),
  DOSSIER_DAILY_RUNS_PER_GROUP: setting(
    'Versions that one group or room may start in a day; no limit when absent',
    optional,
    wholeNumber(1, 10_000),
  ),
  DOSSIER_GROUP_PREFIX: setting(
    'What a message in a group begins with to reach the bot without a mention',
    '/研究',
    prefix,
  ),
  DOSSIER_MASK_PERSONAL_DATA: setting(
    'Whether personal data in questions is masked before it is stored or searched for',
    'on',
    oneOf('on', 'off'),
  ),
  GOOGLE_CLOUD_PROJECT: setting('Google Cloud project', 'dossier-local', text),
  PUBSUB_EMULATOR_HOST: setting('host:port of a local Pub/Sub', optional, hostAndPort),
  FIRESTORE_EMULATOR_HOST: setting('host:port of a local Firestore', optional, hostAndPort),
  STORAGE_EMULATOR_HOST: setting('Address of a local object store', optional, webAddress),
  DOSSIER_OIDC_AUDIENCE: setting(
    'Audience of the tokens with which Cloud Scheduler calls /internal; no such calls when absent',
    optional,
    text,
  ),
  DOSSIER_OIDC_CALLERS: setting(
    'Service accounts that may call /internal, with commas between them',
    optional,
    emailAddresses,
  ),
  DOSSIER_OIDC_KEYS_URL: setting(
    "Address of the keys that check those tokens: Google's, or a local Pub/Sub's /oauth2/v3/certs",
    'https://www.googleapis.com/oauth2/v3/certs',
    webAddress,
  ),
  LOG_LEVEL: setting(
    'Least important log level written',
    'info',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
  ),
};

type SettingName = keyof typeof SETTINGS;

type Defaulted = {
  [N in SettingName]: (typeof SETTINGS)[N] extends { default: string } ? N : never;
}[SettingName];
type ValueOf<N extends SettingName> = ReturnType<(typeof SETTINGS)[N]['read']>;

/** The checked settings of one process; absent optional ones are undefined. */
export type Settings = {
  readonly [N in SettingName]: N extends Defaulted ? ValueOf<N> : ValueOf<N> | undefined;
};

/** One or more settings are wrong; the message lists all of them with the remedy. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `${problems.length} setting(s) need attention:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/**
 * Reads and checks all settings at once, with those that `services` cannot do without. Empty variables count
 * as absent. Variables that begin like ours but are unknown are refused, since a misspelt setting would be
 * ignored in silence.
 * @throws SettingsError
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  services: readonly ServiceName[] = [],
): Settings {
  const problems: string[] = [];
  const values = Object.entries(SETTINGS).map(([name, { default: standard, read }]) => {
    const given = environment[name]?.trim();
    const value = given === undefined || given === '' ? standard : given;
    if (value === undefined) return [name, undefined];
    try {
      return [name, read(value)];
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error;
      problems.push(`${name} ${error.message}`);
      return [name, undefined];
    }
  });
  problems.push(...problemsAcross(environment, services));
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('DOSSIER_') && !(name in SETTINGS),
  );
  for (const name of unknown) problems.push(`${name} is no setting of Dossier; see .env.example`);
  if (problems.length > 0) throw new SettingsError(problems);
  // Each value was read by the row of its own name.
  return Object.fromEntries(values) as Settings;
}
