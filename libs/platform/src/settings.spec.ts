import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLAN_GROUPS } from '@dossier/contracts';
import { readSettings, SETTINGS, SettingsError } from './settings.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  throw new Error('the settings were accepted');
}

describe('readSettings', () => {
  it('needs nothing', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ PORT: 3000, DOSSIER_DATA: '.dossier', LOG_LEVEL: 'info' });
    expect(settings.LINE_CHANNEL_SECRET).toBeUndefined();
  });

  it('searches all groups of a plan at once, so that a run waits for its slowest search only', () => {
    expect(readSettings({}).DOSSIER_SEARCH_CONCURRENCY).toBe(PLAN_GROUPS.max);
  });

  it('takes an empty variable for an absent one', () => {
    expect(readSettings({ PORT: ' ', DOSSIER_CORPUS: '' })).toMatchObject({ PORT: 3000 });
  });

  it('lists every problem at once, each with what would be right', () => {
    const problems = problemsOf({
      PORT: '99999',
      DOSSIER_TIMINGS: 'fast',
      DOSSIER_PUBLIC_URL: 'ftp://x',
      PUBSUB_EMULATOR_HOST: 'http://localhost',
      LINE_CHANNEL_SECRET: 'short',
    });
    expect(problems).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'DOSSIER_PUBLIC_URL must be a web address such as https://bot.example.com',
      'DOSSIER_TIMINGS must be one of cloud, local, test',
      'LINE_CHANNEL_SECRET must have at least 16 characters and no blanks',
      'PUBSUB_EMULATOR_HOST must be host:port, for example 127.0.0.1:8085',
    ]);
  });

  it('asks for what a service cannot do without, and only of that service', () => {
    const missing = 'LINE_CHANNEL_ID is missing: take "Channel ID" from the Basic settings tab';
    const cloud = { GOOGLE_CLOUD_PROJECT: 'my-project' };
    expect(() => readSettings(cloud, ['notifier'])).toThrow(missing);
    expect(() => readSettings({ ...cloud, LINE_CHANNEL_ACCESS_TOKEN: ' ' }, ['notifier'])).toThrow(
      missing,
    );
    expect(readSettings(cloud, ['planner', 'publisher']).PORT).toBe(3000);
  });

  it('asks a lone service for a project or for all three local servers', () => {
    const host = '127.0.0.1:8085';
    const servers = { PUBSUB_EMULATOR_HOST: host, FIRESTORE_EMULATOR_HOST: host };
    expect(() => readSettings(servers, ['planner'])).toThrow('GOOGLE_CLOUD_PROJECT is missing');
    const all = { ...servers, STORAGE_EMULATOR_HOST: `http://${host}` };
    expect(readSettings(all, ['planner']).GOOGLE_CLOUD_PROJECT).toBe('dossier-local');
  });

  it('refuses a corpus that is no folder', () => {
    expect(problemsOf({ DOSSIER_CORPUS: import.meta.filename })[0]).toContain('existing folder');
    const { DOSSIER_CORPUS } = readSettings({ DOSSIER_CORPUS: import.meta.dirname });
    expect(DOSSIER_CORPUS).toBe(import.meta.dirname);
  });

  it('refuses a setting that does not exist: a misspelt one would be ignored in silence', () => {
    expect(problemsOf({ DOSSIER_CORPSE: 'x' })[0]).toContain('DOSSIER_CORPSE is no setting');
  });

  it('reads who may call /internal as a list, and wants audience and callers together', () => {
    const audience = { DOSSIER_OIDC_AUDIENCE: 'https://bot.example.com' };
    const callers = { DOSSIER_OIDC_CALLERS: 'a@x.example, b@x.example' };
    expect(readSettings({ ...audience, ...callers }).DOSSIER_OIDC_CALLERS).toEqual([
      'a@x.example',
      'b@x.example',
    ]);
    expect(problemsOf(audience)[0]).toContain('set both or none');
    expect(problemsOf(callers)[0]).toContain('set both or none');
    expect(problemsOf({ ...audience, DOSSIER_OIDC_CALLERS: 'a@x.example,,me' })[0]).toContain(
      'must be e-mail addresses',
    );
  });

  it('reads the senders that are allowed as a list, and the daily limits as numbers', () => {
    const [person, group] = [`U${'a'.repeat(32)}`, `C${'0'.repeat(32)}`];
    const settings = readSettings({
      DOSSIER_ALLOWED_SENDERS: `${person}, ${group}`,
      DOSSIER_DAILY_RUNS_PER_USER: '5',
    });
    expect(settings.DOSSIER_ALLOWED_SENDERS).toEqual([person, group]);
    expect(settings.DOSSIER_DAILY_RUNS_PER_USER).toBe(5);
    expect(settings.DOSSIER_DAILY_RUNS_PER_GROUP).toBeUndefined();
    const wrong = { DOSSIER_ALLOWED_SENDERS: `${person},@me`, DOSSIER_DAILY_RUNS_PER_GROUP: '0' };
    expect(problemsOf(wrong)).toEqual([
      expect.stringContaining('must be LINE ids'),
      'DOSSIER_DAILY_RUNS_PER_GROUP must be a whole number from 1 to 10000',
    ]);
  });

  it('masks personal data and listens to /研究 in groups unless told otherwise', () => {
    expect(readSettings({})).toMatchObject({
      DOSSIER_MASK_PERSONAL_DATA: 'on',
      DOSSIER_GROUP_PREFIX: '/研究',
    });
    for (const prefix of ['/ask me', 'x'.repeat(21)]) {
      expect(problemsOf({ DOSSIER_GROUP_PREFIX: prefix })[0]).toContain('1 to 20 characters');
    }
  });

  it('asks the provider gemini for a key or for Vertex AI, and for one of them only', () => {
    const read = (environment: Record<string, string>) => () =>
      readSettings({ GOOGLE_CLOUD_PROJECT: 'p', ...environment }, ['planner']);
    const both = { GEMINI_API_KEY: 'key-key-key', GOOGLE_GENAI_USE_VERTEXAI: 'true' };
    const gemini = { DOSSIER_PROVIDER: 'gemini' };
    expect(read(gemini)).toThrow('GEMINI_API_KEY is missing');
    expect(read({ ...gemini, ...both })).toThrow('exclude each other');
    expect(read(both)).not.toThrow();
    expect(read({ ...gemini, GEMINI_API_KEY: 'key-key-key' })).not.toThrow();
  });

  it.each([
    ['DOSSIER_COST_PER_VERSION', '2.50', 2_500_000],
    ['DOSSIER_SOURCES_DENY', 'Example.com, 例子.test', ['example.com', 'xn--fsqu00a.test']],
    [
      'DOSSIER_SOURCE_PAGES',
      'https://a.test/x,http://b.test',
      ['https://a.test/x', 'http://b.test'],
    ],
  ] as const)('reads %s', (name, text, value) => {
    expect(readSettings({ [name]: text })[name]).toEqual(value);
  });

  it.each([
    ['DOSSIER_COST_PER_VERSION', '0'],
    ['DOSSIER_COST_PER_VERSION', 'two'],
    ['DOSSIER_COST_PER_USER_DAY', '-1'],
    ['DOSSIER_SOURCES_ALLOW', 'https://example.com/path'],
    ['DOSSIER_SOURCES_DENY', 'a.test,,b.test'],
    ['DOSSIER_SOURCE_PAGES', 'javascript:alert(1)'],
    ['DOSSIER_PRICES', 'no-such-file.json'],
  ])('refuses %s=%s', (name, text) => {
    expect(problemsOf({ [name]: text })).toEqual([expect.stringContaining(name)]);
  });

  it('never repeats a value, which may be a secret', () => {
    const problems = problemsOf({ LINE_CHANNEL_ACCESS_TOKEN: 'my token', PORT: 'my port' });
    expect(problems.join()).not.toMatch(/my token|my port/);
  });

  it('takes a slash off the end of addresses, since paths are appended', () => {
    const settings = readSettings({ DOSSIER_PUBLIC_URL: 'https://bot.example.com/' });
    expect(settings.DOSSIER_PUBLIC_URL).toBe('https://bot.example.com');
  });
});

it('are all in .env.example, and nothing else is', () => {
  const file = join(import.meta.dirname, '../../../.env.example');
  const named = [...readFileSync(file, 'utf8').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map((m) => m[1]);
  expect(named.toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
});
