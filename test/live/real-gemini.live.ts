import {
  NO_USAGE,
  PLAN_GROUPS,
  TIMING_PROFILES,
  VERSION_LIMITS,
  type CallLedger,
  type ResearchRequest,
  type Usage,
} from '@dossier/contracts';
import { evaluateReport } from '@dossier/evaluation';
import {
  geminiConfigOf,
  loadEnvironment,
  readSettings,
  sourceRulesOf,
  systemClock,
} from '@dossier/platform';
import { createGeminiProvider, probeModels, type ResearchContext } from '@dossier/research';
import { Budget } from '@dossier/workspace';

/** Probing and one small report: about twenty requests. */
const MOST: Usage = { ...VERSION_LIMITS, modelCalls: 60, costMicroUsd: 2_000_000 };
const QUESTION = '2025 年台灣離岸風電的裝置容量與主要爭議是什麼？';

const settings = readSettings({ ...loadEnvironment(), DOSSIER_PROVIDER: 'gemini' });
const config = geminiConfigOf(settings, TIMING_PROFILES.cloud);
const ledger = new Budget(
  { before: NO_USAGE, limits: MOST },
  { open: () => Promise.resolve(() => Promise.resolve()) },
);
const { planner, searcher, writer, gateway } = createGeminiProvider({
  config,
  sources: sourceRulesOf(settings),
  clock: systemClock,
  random: Math.random,
});

function contextWith(
  calls: CallLedger,
): ResearchContext & Required<Pick<ResearchContext, 'ledger' | 'steps'>> {
  const saved = new Map<string, unknown>();
  const steps = {
    read: (name: string) => Promise.resolve(saved.get(name)),
    save: (name: string, content: unknown) => {
      saved.set(name, content);
      return Promise.resolve(content);
    },
  };
  return { signal: AbortSignal.timeout(540_000), clock: systemClock, ledger: calls, steps };
}

describe('the configured models', () => {
  it('take tools, URL context and schemas as they are used here', async () => {
    const { signal } = contextWith(ledger);
    const results = [];
    for await (const each of probeModels({ gateway, models: config.models, ledger, signal })) {
      results.push(each);
    }
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('make a small report that passes every gate', async () => {
    const context = contextWith(ledger);
    const request: ResearchRequest = {
      kind: 'new',
      question: QUESTION,
      reportLanguage: 'zh-TW',
      searchLanguages: ['zh-TW', 'en'],
    };
    const plan = await planner.plan(request, context);
    expect(plan.groups.length).toBeGreaterThanOrEqual(PLAN_GROUPS.min);
    // Enough to write from, and no more than is needed to see that it works.
    const groups = plan.groups.slice(0, 3);
    const findings = await Promise.all(
      groups.map((group) => searcher.search(plan, group, context)),
    );
    const evidence = await searcher.compare({ ...plan, groups }, findings, context);
    expect(evidence.sources.length).toBeGreaterThan(1);
    const report = await writer.write({ ...plan, groups }, evidence, context);
    const { gates, verdict } = evaluateReport(report, evidence, systemClock);
    expect(gates.filter((gate) => gate.verdict === 'fail')).toEqual([]);
    expect(verdict).toBe('pass');
  });

  afterAll(() => {
    const { modelCalls, costMicroUsd } = ledger.spent;
    process.stdout.write(
      `${modelCalls} requests, about ${(costMicroUsd / 1e6).toFixed(4)} US dollars\n`,
    );
  });
});
