import { statSync } from 'node:fs';
import {
  PLAN_GROUPS,
  TIMING_PROFILES,
  type ServiceName,
  type TimingProfile,
} from '@dossier/contracts';

/** How one environment variable is read. */
interface Setting<T> {
  readonly description: string;
  /** The text used when the variable is absent or empty; undefined means the setting may be absent. */
  readonly default: string | undefined;
  /** Throws `InvalidSetting` whose message says what would be right. Never repeats the value: it may be a secret. */
  readonly read: (text: string) => T;
}

class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting';
}

const text = (value: string): string => value;

function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new InvalidSetting(`must be a whole number from ${min} to ${max}`);
  };
}

function webAddress(value: string): string {
  const url = URL.parse(value);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return value.replace(/\/+$/, '');
  throw new InvalidSetting('must be a web address such as https://bot.example.com');
}

function hostAndPort(value: string): string {
  if (/^[^\s/:]+:\d{1,5}$/.test(value)) return value;
  throw new InvalidSetting('must be host:port, for example 127.0.0.1:8085');
}

/** `a@b.example, c@d.example`, as a list. */
function emailAddresses(value: string): readonly string[] {
  const addresses = value.split(',').map((each) => each.trim());
  if (addresses.every((each) => /^[^\s@]+@[^\s@]+$/.test(each))) return addresses;
  throw new InvalidSetting('must be e-mail addresses with commas between them');
}

function oneOf<T extends string>(...allowed: readonly T[]): (value: string) => T {
  return (value) => {
    const found = allowed.find((each) => each === value);
    if (found !== undefined) return found;
    throw new InvalidSetting(`must be one of ${allowed.join(', ')}`);
  };
}

/** A misspelt folder would answer every question with "nothing found". */
function existingFolder(value: string): string {
  if (statSync(value, { throwIfNoEntry: false })?.isDirectory() === true) return value;
  throw new InvalidSetting('must name an existing folder: make it, or point to your documents');
}

function secret(minLength: number): (value: string) => string {
  return (value) => {
    if (value.length >= minLength && !/\s/.test(value)) return value;
    throw new InvalidSetting(`must have at least ${minLength} characters and no blanks`);
  };
}

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
  LINE_CHANNEL_SECRET: setting(
    'Channel secret that signs webhooks; generated on one machine until set',
    optional,
    secret(16),
  ),
  LINE_CHANNEL_ACCESS_TOKEN: setting(
    'Token for the LINE Messaging API; without it the chat page stands in for LINE',
    optional,
    secret(8),
  ),
  LINE_API_URL: setting('Origin of the LINE Messaging API', 'https://api.line.me', webAddress),
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

/** Settings that some services cannot run without, and where to get them. */
const REQUIRED: readonly { name: SettingName; by: readonly ServiceName[]; from: string }[] = [
  {
    name: 'LINE_CHANNEL_SECRET',
    by: ['ingress'],
    from: 'take it from the Basic settings tab of your channel',
  },
  {
    name: 'LINE_CHANNEL_ACCESS_TOKEN',
    by: ['ingress', 'notifier'],
    from: 'take it from the Messaging API tab of your channel',
  },
];

type Defaulted = {
  [N in SettingName]: (typeof SETTINGS)[N] extends { default: string } ? N : never;
}[SettingName];
type ValueOf<N extends SettingName> = ReturnType<(typeof SETTINGS)[N]['read']>;

const LOCAL_SERVERS = [
  'PUBSUB_EMULATOR_HOST',
  'FIRESTORE_EMULATOR_HOST',
  'STORAGE_EMULATOR_HOST',
] as const satisfies readonly SettingName[];

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
 * Reads and checks all settings at once, with those that `services` cannot do without. Empty variables count as absent. Variables that begin like
 * ours but are unknown are refused, since a misspelt setting would be ignored in silence.
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
  for (const { name, by, from } of REQUIRED) {
    const needed = by.some((service) => services.includes(service));
    if (needed && !environment[name]?.trim()) problems.push(`${name} is missing: ${from}`);
  }
  const local = LOCAL_SERVERS.every((name) => environment[name]?.trim());
  if (services.length > 0 && !local && !environment['GOOGLE_CLOUD_PROJECT']?.trim()) {
    problems.push(
      'GOOGLE_CLOUD_PROJECT is missing: name your project, or set ' +
        `${LOCAL_SERVERS.join(', ')} to local servers (npm run emulators)`,
    );
  }
  const oidc = [environment['DOSSIER_OIDC_AUDIENCE'], environment['DOSSIER_OIDC_CALLERS']];
  if (oidc.filter((value) => value?.trim()).length === 1) {
    problems.push('DOSSIER_OIDC_AUDIENCE and DOSSIER_OIDC_CALLERS go together: set both or none');
  }
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('DOSSIER_') && !(name in SETTINGS),
  );
  for (const name of unknown) problems.push(`${name} is no setting of Dossier; see .env.example`);
  if (problems.length > 0) throw new SettingsError(problems);
  // Each value was read by the row of its own name.
  return Object.fromEntries(values) as Settings;
}

function setting<T, D extends string | undefined>(
  description: string,
  standard: D,
  read: (text: string) => T,
): Setting<T> & { readonly default: D } {
  return { description, default: standard, read };
}
