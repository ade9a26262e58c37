import { NO_USAGE, USAGE_KINDS, VERSION_LIMITS, type Usage } from '@dossier/contracts';
import { FakeGemini } from '@dossier/fake-gemini';
import { KeptWork } from './kept-work.kit.ts';
import { endOf, NEW, ResearchChain, type Outcome } from './research-chain.kit.ts';
import { answering, answerTask, grounded } from './scripted-answers.kit.ts';

/** In one language, so that the plan is taken as it is and asked for once. */
const REQUEST = { ...NEW, searchLanguages: ['zh-TW'] } as const;
/** Eight groups: as many as a plan may have, so that eight searches ask at once. */
const EIGHT = ['歷史', '成本', '法規', '風險', '技術', '環境', '產業', '國際'].map((word) => ({
  purpose: `地熱的${word}資料`,
  query: `地熱 ${word}`,
  language: 'zh-TW',
  sourceKind: 'web',
}));

let fake: FakeGemini;
beforeAll(async () => {
  fake = await FakeGemini.start();
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.reset();
  const plan = { verdict: 'researchable', reason: 'none', groups: EIGHT };
  answerTask(fake, 'plan', () => answering(JSON.stringify(plan)));
});

describe('a budget under eight searches at once', () => {
  it.each([1, 3, 5, 7])('lets %i of them leave when it holds no more calls', async (searches) => {
    const outcome = await withLimits({ modelCalls: 1 + searches });
    expect(leftFor(outcome, 'search')).toBe(searches);
    expectRefused(outcome, { modelCalls: 1 + searches });
  });

  it.each([1, 2, 4, 6])('lets %i of them leave when it holds no more money', async (searches) => {
    const each = await mostForASearch();
    const limits = { costMicroUsd: Math.floor(each * (searches + 0.5)) };
    // Nobody is answered before all have asked: what is reserved must suffice to refuse the others.
    const hold = fake.hold(({ task }) => task === 'search');
    const running = withLimits(limits);
    await hold.begun;
    await untilStill();
    expect(fake.requests.filter(({ task }) => task === 'search')).toHaveLength(searches);
    hold.release();
    expectRefused(await running, limits);
  });

  it('never reserves beyond any limit at any moment', async () => {
    const whole = await withLimits({});
    for (const kind of USAGE_KINDS.filter((each) => whole.peak[each] > 0)) {
      fake.reset();
      const limits = { [kind]: Math.floor(whole.peak[kind] * 0.6) };
      expectRefused(await withLimits(limits), limits);
    }
  });

  it('counts what a retry costs: a storm of 503 stops at the limit', async () => {
    fake.play('503', { times: Infinity, when: ({ task }) => task === 'search' });
    const outcome = await withLimits({ modelCalls: 12 });
    expect(outcome.requests.length).toBe(12);
    expectRefused(outcome, { modelCalls: 12 });
  });
});

describe('a model that tries to spend more than was reserved', () => {
  it('is let search no more once its queries have used up the limit', async () => {
    fake.play('forty-searches', { times: Infinity, when: ({ task }) => task === 'search' });
    const settings = { limits: { searchQueries: 60 }, config: { concurrency: 1 } };
    const outcome = await new ResearchChain(fake, settings).run(REQUEST);
    expect(endOf(outcome)).toBe('NeedsHuman:over-budget');
    // The first 40 leave room for one more search; what that one took beyond could only be booked.
    expect(leftFor(outcome, 'search')).toBe(2);
    expect(outcome.spent.searchQueries).toBe(80);
    expect(leftFor(outcome, 'compare')).toBe(0);
  });

  it.each([
    'promptTokenCount',
    'toolUsePromptTokenCount',
    'candidatesTokenCount',
    'thoughtsTokenCount',
  ])('is asked no more once its %s has used up the money', async (name) => {
    const usageMetadata = { [name]: 90_000_000 };
    answerTask(fake, 'search', () => ({ ...anAnswer(), usageMetadata }));
    const outcome = await withLimits({});
    expect(endOf(outcome)).toBe('NeedsHuman:over-budget');
    expect(outcome.requests.filter(({ task }) => !/^(?:plan|search)$/u.test(task))).toEqual([]);
  });

  it.each([-1, 1e300, 0.5, '9', null, [5]])(
    'gains nothing by a count of %j',
    async (promptTokenCount) => {
      answerTask(fake, 'search', () => ({ ...anAnswer(), usageMetadata: { promptTokenCount } }));
      const outcome = await withLimits({});
      expect(outcome.spent.inputTokens).toBeGreaterThanOrEqual(0);
      expect(Number.isSafeInteger(outcome.spent.costMicroUsd)).toBe(true);
      expect(outcome.spent.costMicroUsd).toBeLessThanOrEqual(VERSION_LIMITS.costMicroUsd);
    },
  );

  it('cannot widen a version by a longer plan', async () => {
    const groups = Array.from({ length: 40 }, (_, at) => ({
      purpose: `地熱的第${'甲乙丙丁戊己庚辛壬癸'.charAt(at % 10)}項資料`,
      query: `地熱 查詢 ${String.fromCodePoint(0x4e00 + at * 97)}`,
      language: 'zh-TW',
      sourceKind: 'web',
    }));
    const plan = { verdict: 'researchable', reason: 'none', groups };
    answerTask(fake, 'plan', () => answering(JSON.stringify(plan)));
    const outcome = await withLimits({});
    expect(leftFor(outcome, 'search')).toBeLessThanOrEqual(8);
  });
});

describe('a version that ran out of budget', () => {
  it('goes on from what it has saved, and pays for nothing twice', async () => {
    const kept = new KeptWork();
    const first = await new ResearchChain(fake, { limits: { modelCalls: 12 } }).run(REQUEST, {
      kept,
    });
    expect(endOf(first)).toBe('NeedsHuman:over-budget');
    const saved = kept.names.filter((name) => name.startsWith('search.'));
    expect(saved.length).toBeGreaterThan(0);
    const second = await new ResearchChain(fake).run(REQUEST, { kept });
    expect(endOf(second)).toBe('report');
    expect(second.steps.filter((step) => saved.includes(step))).toEqual([]);
    expect(second.steps).not.toContain('plan');
  });
});

function withLimits(limits: Partial<Usage>): Promise<Outcome> {
  return new ResearchChain(fake, { limits }).run(REQUEST);
}

function leftFor({ requests }: Outcome, task: string): number {
  return requests.filter((request) => request.task === task).length;
}

/** It ends for a person to decide, and at no moment was more taken than the limit. */
function expectRefused(outcome: Outcome, limits: Partial<Usage>): void {
  expect(endOf(outcome)).toBe('NeedsHuman:over-budget');
  const all: Usage = { ...VERSION_LIMITS, ...limits };
  expect(USAGE_KINDS.filter((kind) => outcome.peak[kind] > all[kind])).toEqual([]);
  expect(outcome.peak).not.toEqual(NO_USAGE);
}

/** What one of the searches reserves at most, in millionths of a dollar. */
async function mostForASearch(): Promise<number> {
  const hold = fake.hold(({ task }) => task === 'search');
  const running = withLimits({});
  await hold.begun;
  await untilStill();
  hold.release();
  const { peak } = await running;
  fake.reset();
  const plan = { verdict: 'researchable', reason: 'none', groups: EIGHT };
  answerTask(fake, 'plan', () => answering(JSON.stringify(plan)));
  return peak.costMicroUsd / EIGHT.length;
}

/** Resolves when no further request has come for a while. */
async function untilStill(): Promise<void> {
  let seen = -1;
  while (seen !== fake.requests.length) {
    seen = fake.requests.length;
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  }
}

function anAnswer(): object {
  const text = '地熱電廠的設備利用率可達 85%。';
  const pages = [{ uri: 'https://vertexaisearch.cloud.google.com/redirect/1', title: 'a.tw' }];
  return grounded([{ text, pages: [0] }], pages);
}
