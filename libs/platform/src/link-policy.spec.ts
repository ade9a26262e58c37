import { accessOfNewReports } from './link-policy.ts';
import { readSettings } from './settings.ts';

const CLOUD = { GOOGLE_CLOUD_PROJECT: 'p', LINE_CHANNEL_ACCESS_TOKEN: 'token-token' };
const STRICT = { DOSSIER_GROUNDING_POLICY: 'strict' };
const SECRET = { DOSSIER_LINK_SECRET: 's'.repeat(32) };

describe('the grounding policy', () => {
  it.each([
    ['public', {}],
    ['public', { DOSSIER_PROVIDER: 'local-corpus' }],
    ['signed', { DOSSIER_PROVIDER: 'gemini' }],
    ['signed', STRICT],
    ['public', { DOSSIER_PROVIDER: 'gemini', DOSSIER_GROUNDING_POLICY: 'own-sources' }],
  ])('makes new reports %s with %j', (access, environment) => {
    expect(accessOfNewReports(readSettings(environment))).toBe(access);
  });

  it.each(['ingress', 'publisher', 'notifier'] as const)(
    'asks the %s for a secret when links are signed',
    (service) => {
      const read = (environment: Record<string, string>) => () =>
        readSettings(
          {
            ...CLOUD,
            LINE_CHANNEL_SECRET: 'c'.repeat(32),
            ...environment,
          },
          [service],
        );
      expect(read(STRICT)).toThrow('DOSSIER_LINK_SECRET is missing');
      expect(read({ DOSSIER_PROVIDER: 'gemini' })).toThrow('DOSSIER_LINK_SECRET is missing');
      expect(read({ ...STRICT, ...SECRET })).not.toThrow();
      expect(read({})).not.toThrow();
    },
  );

  it('asks nobody else for the secret', () => {
    expect(() => readSettings({ ...CLOUD, ...STRICT }, ['planner', 'writer'])).not.toThrow();
    expect(() => readSettings(STRICT)).not.toThrow();
  });

  it('refuses an address that leads past the check of signatures', () => {
    const bucket = { DOSSIER_PUBLIC_URL: 'https://storage.googleapis.com/my-reports' };
    expect(() =>
      readSettings({ ...CLOUD, ...STRICT, ...SECRET, ...bucket }, ['publisher']),
    ).toThrow("must be the ingress's address");
    expect(() => readSettings({ ...CLOUD, ...bucket }, ['publisher'])).not.toThrow();
  });

  it('takes no secret that can be guessed, and no life that outlasts the report', () => {
    expect(() => readSettings({ DOSSIER_LINK_SECRET: 's'.repeat(31) })).toThrow('at least 32');
    expect(() => readSettings({ DOSSIER_LINK_DAYS: '46' })).toThrow('from 1 to 45');
    expect(readSettings({}).DOSSIER_LINK_DAYS).toBe(7);
  });
});
