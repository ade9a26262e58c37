import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { FakeGemini } from '@dossier/fake-gemini';
import { LocalModule } from '@dossier/local';
import { createLogger, createServiceApp, warnOfUnprobedModels } from '@dossier/platform';
import { startLocalCloud, type LocalCloud } from '../e2e/local-cloud.kit.ts';
import { dossierCommand, type Ended } from '../support/dossier-command.ts';

/** A process takes three seconds to start on a quiet machine, and half a minute on a crowded one. */
jest.setTimeout(180_000);

let gemini: FakeGemini;
let cloud: LocalCloud;
beforeAll(async () => {
  gemini = await FakeGemini.start();
  cloud = await startLocalCloud();
});
afterEach(() => gemini.reset());
afterAll(async () => {
  await cloud.close();
  await gemini.close();
});

const named = (): Record<string, string> => ({
  GEMINI_API_KEY: gemini.apiKey,
  GEMINI_BASE_URL: gemini.url,
  PUBSUB_EMULATOR_HOST: cloud.environment.PUBSUB_EMULATOR_HOST,
  FIRESTORE_EMULATOR_HOST: cloud.environment.FIRESTORE_EMULATOR_HOST,
  GOOGLE_CLOUD_PROJECT: cloud.environment.GOOGLE_CLOUD_PROJECT,
});

const probe = (environment: Record<string, string>, ...args: string[]): Promise<Ended> =>
  dossierCommand(environment, 'probe', ...args);

/** What services would log when they start with these settings. */
async function warningsAtStart(environment: Record<string, string>): Promise<string> {
  const lines: string[] = [];
  const settings = cloud.settings({
    DOSSIER_PROVIDER: 'gemini',
    DOSSIER_LINK_SECRET: 'a-secret-that-signs-links-in-tests',
    ...environment,
  });
  const logger = createLogger('warn', 'test', { write: (line) => lines.push(line) });
  const parts = { settings, logger, observe: () => undefined, simulator: undefined };
  const app = await createServiceApp(LocalModule.forRoot(parts), logger);
  await warnOfUnprobedModels(app);
  await app.close();
  return lines.filter((line) => line.includes('probe')).join('');
}

describe('dossier probe', () => {
  it('asks every configured model what the stages ask of it, and services then start without a warning', async () => {
    expect(await warningsAtStart(named())).toMatch(/not probed[^]*dossier -- probe/);
    const { code, stdout } = await probe(named(), '--json');
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as {
      ok: boolean;
      results: { tier: string; ok: boolean }[];
      usage: { modelCalls: number };
    };
    expect(report.ok).toBe(true);
    expect(new Set(report.results.map(({ tier }) => tier))).toEqual(
      new Set(['plan', 'search', 'compare', 'write']),
    );
    expect(report.usage.modelCalls).toBe(gemini.requests.length);
    expect(
      gemini.requests.filter(({ answeredWith }) => answeredWith.startsWith('refused')),
    ).toEqual([]);
    expect(await warningsAtStart(named())).toBe('');
  });

  it('takes another model, or another version of the API, for one that was not probed', async () => {
    const change = { DOSSIER_MODEL_WRITE: 'gemini-3.5-flash-lite' };
    expect(await warningsAtStart({ ...named(), ...change })).toContain('gemini-3.5-flash-lite');
    expect(await warningsAtStart({ ...named(), GEMINI_API_VERSION: 'v1beta' })).toContain('plan');
  });

  it('explains each failure, says what to do, and leaves the warning', async () => {
    gemini.play('empty-chunks', { times: 1_000, when: ({ tools }) => tools.length > 0 });
    const environment = { ...named(), DOSSIER_MODEL_PLAN: 'gemini-0-there-is-none' };
    const { code, stdout } = await probe(environment);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /FAIL +plan +gemini-0-there-is-none[^]*model-misconfigured[^]*-> Check the name/,
    );
    expect(stdout).toMatch(/FAIL +search[^]*answered without a source[^]*-> /);
    expect(stdout).toMatch(/ok +write/);
    expect(stdout).not.toContain(gemini.apiKey);
    expect(await warningsAtStart(environment)).toContain('gemini-0-there-is-none');
  });

  it('lets no fallback model answer in the place of one that is down', async () => {
    const [down, fallback] = ['gemini-3.5-flash-lite', 'gemini-3.8-flash'];
    const isDown = ({ model }: { readonly model: string }) => model === down;
    gemini.play('429-retry-info', { times: 1_000, retryDelay: '120s', when: isDown });
    const models = { DOSSIER_MODEL_PLAN: down, DOSSIER_MODEL_FALLBACK: fallback };
    const { code, stdout } = await probe({ ...named(), ...models });
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL +plan +gemini-3\.5-flash-lite[^]*model-quota/);
  });

  it('says which setting is missing when there is nobody to ask', async () => {
    const { code, stderr } = await probe({});
    expect(code).toBe(2);
    expect(stderr).toContain('GEMINI_API_KEY is missing');
  });

  it('keeps its result in a new data folder when nothing runs yet', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-probe-'));
    const environment = { GEMINI_API_KEY: gemini.apiKey, GEMINI_BASE_URL: gemini.url };
    const data = join(folder, 'data');
    const { code, stdout } = await probe(environment, '--data', data);
    expect(code).toBe(0);
    expect(stdout).toContain(data);
    rmSync(folder, { recursive: true });
  });
});
