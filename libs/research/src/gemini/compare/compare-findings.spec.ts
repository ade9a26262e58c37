import { NeedsHuman, Permanent, Retryable } from '@dossier/contracts';
import {
  aComparison,
  anExcerpt,
  aPage,
  answer,
  found,
  pagesThatSay,
  textsIn,
} from './comparing.builder.ts';

const TWO = pagesThatSay('地熱電廠的成本下降。', '地熱電廠的成本正在下降。');
const AGREEMENT = { claim: '地熱電廠的成本下降', extracts: ['S1-1', 'S2-1'] };

describe('merging', () => {
  it('makes one source of a page that several groups found, and one excerpt of the same words', async () => {
    const url = 'https://energy.test/report';
    const { sources } = await aComparison(answer({})).of([
      found('g1', aPage(url, ['甲。', '乙。'])),
      found('g2', aPage(url, ['乙。', '丙。'], { sha256: 'b'.repeat(64) })),
      found('g3', aPage('https://other.test/', ['丁。'])),
    ]);
    expect(sources.map(({ key, location }) => [key, location])).toEqual([
      ['S1', { kind: 'web', url }],
      ['S2', { kind: 'web', url: 'https://other.test/' }],
    ]);
    expect(sources[0]?.extracts.map(({ key, text, groups }) => [key, text, groups])).toEqual([
      ['S1-1', '乙。', ['g1', 'g2']],
      ['S1-2', '甲。', ['g1']],
      ['S1-3', '丙。', ['g2']],
    ]);
  });

  it('tells files by their content and excerpts of them by their place', async () => {
    const file = (sha256: string, ...starts: number[]) =>
      aPage('https://unused.test/', [], {
        location: { kind: 'file', path: 'a.md' },
        sha256,
        extracts: starts.map((start) => anExcerpt('甲。', { start, end: start + 2 })),
      });
    const { sources } = await aComparison(answer({})).of([
      found('g1', file('a'.repeat(64), 0, 9)),
      found('g2', file('a'.repeat(64), 9), file('b'.repeat(64), 9)),
    ]);
    expect(sources.map(({ extracts }) => extracts.map(({ start }) => start))).toEqual([
      [9, 0],
      [9],
    ]);
  });

  it('keeps links apart that were made anew for each call, even with one title', async () => {
    const link = (id: string) =>
      `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${id}`;
    const { sources } = await aComparison(answer({})).of([
      found('g1', aPage(link('A'), ['甲。'], { title: 'news.test' })),
      found('g2', aPage(link('B'), ['甲。'], { title: 'news.test' })),
    ]);
    expect(sources).toHaveLength(2);
  });

  it('gives the same keys whichever search was faster', async () => {
    const findings = pagesThatSay('甲。', '乙。', '丙。', '丁。');
    const first = await aComparison(answer({})).of(findings);
    const second = await aComparison(answer({})).of(findings.toReversed());
    expect(second).toEqual(first);
  });

  it('passes search suggestions on, unmodified and in plan order, and none where there are none', async () => {
    const html = '<style>.x{}</style><div class="x">地熱</div>';
    const [first, second] = TWO;
    const { searchSuggestions } = await aComparison(answer({})).of([
      { ...second!, searchSuggestion: '<b>2</b>' },
      { ...first!, searchSuggestion: html },
    ]);
    expect(searchSuggestions).toEqual([
      { group: 'g1', html },
      { group: 'g2', html: '<b>2</b>' },
    ]);
    expect(await aComparison(answer({})).of(TWO)).not.toHaveProperty('searchSuggestions');
  });
});

describe('no call is made', () => {
  it.each([
    ['nothing', []],
    ['one page', pagesThatSay('地熱電廠的成本下降。')],
  ])('for %s', async (_, findings) => {
    const comparison = aComparison();
    const { sources, agreements, divergences } = await comparison.of(findings);
    expect(comparison.asked).toEqual([]);
    expect([sources.length, agreements, divergences]).toEqual([findings.length, [], []]);
  });

  it('again after a crash: what was paid for is used', async () => {
    const comparison = aComparison(answer({ agreements: [AGREEMENT] }));
    const first = await comparison.of(TWO);
    const second = await comparison.of(TWO);
    expect(first.agreements).toEqual([AGREEMENT]);
    expect(second).toEqual(first);
    expect(comparison.asked).toHaveLength(1);
    expect([...comparison.saved.keys()]).toEqual([
      expect.stringMatching(/^compare\.[0-9a-f]{12}$/),
    ]);
  });

  it('but one is made anew when another attempt has found more: its keys mean other excerpts', async () => {
    const comparison = aComparison(answer({ agreements: [AGREEMENT] }), answer({ agreements: [] }));
    await comparison.of(TWO);
    const more = pagesThatSay('另一頁說的是別的。', '地熱電廠的成本下降。', '地熱的成本下降了。');
    expect((await comparison.of(more)).agreements).toEqual([]);
    expect(comparison.asked).toHaveLength(2);
  });
});

describe('a model that cannot compare', () => {
  const useless = answer({ agreements: [{ claim: '成本下降', extracts: ['S8-1'] }] });

  it.each([
    ['that refuses', [new Permanent('model-refused')]],
    ['whose answers stay unusable', [useless, useless]],
    ['whose answers have no shape', [[], { agreements: 'x' }]],
  ])('%s costs the comparison, not the evidence', async (_, answers) => {
    const comparison = aComparison(...answers);
    const evidence = await comparison.of(TWO);
    expect(Object.keys(textsIn(evidence))).toEqual(['S1-1', 'S2-1']);
    expect([evidence.agreements, evidence.divergences]).toEqual([[], []]);
    expect(evidence.gaps).toContainEqual({
      group: 'g1',
      note: '這次無法比對各個來源的說法，因此沒有列出來源之間的共識與分歧。',
    });
    expect(await comparison.of(TWO)).toEqual(evidence);
  });

  it('is asked once more with what is wrong, which repeats no text of anybody', async () => {
    const comparison = aComparison(useless, answer({ agreements: [AGREEMENT] }));
    const { agreements } = await comparison.of(TWO);
    expect(agreements).toEqual([AGREEMENT]);
    expect(comparison.asked[1]?.faults).toEqual([
      'agreements[0]: it needs listed extracts of at least two different sources',
    ]);
  });

  it.each([
    ['a budget that is spent', new NeedsHuman('over-budget')],
    ['an overload', new Retryable('model-overloaded')],
    ['a wrong setting', new Permanent('model-misconfigured')],
    ['an abort', Object.assign(new Error('aborted'), { name: 'AbortError' })],
    ['a bug', new TypeError('a bug')],
  ])('is not what %s is: that passes through, and nothing is saved', async (_, error) => {
    const comparison = aComparison(error);
    await expect(comparison.of(TWO)).rejects.toBe(error);
    expect(comparison.saved.size).toBe(0);
  });
});

describe('gaps', () => {
  it('tell of every group that found nothing or less than it could have, in plan order', async () => {
    const { gaps } = await aComparison(answer({})).of([
      { groupId: 'g3', sources: [], problems: [{ reason: 'blocked', count: 1 }] },
      {
        ...TWO[1]!,
        problems: [
          { reason: 'page-not-read', count: 2 },
          { reason: 'odd', count: 1 },
        ],
      },
      TWO[0]!,
    ]);
    expect(gaps).toEqual([
      { group: 'g2', note: '「成本」的資料可能不完整：有 2 個網頁無法讀取，另有 1 個狀況。' },
      { group: 'g3', note: '「日本經驗」沒有找到可用的來源：模型沒有回答這一項搜尋。' },
      { group: 'g4', note: '「風險」沒有找到可用的來源。' },
      { group: 'g3', note: '沒有找到日文的來源。' },
      { group: 'g4', note: '沒有找到英文的來源。' },
    ]);
  });

  it('count a page as of the language that it was looked for in when a model speaks for it', async () => {
    const { gaps } = await aComparison(answer({})).of(pagesThatSay('甲。', '乙。', '丙。', '丁。'));
    expect(gaps).toEqual([]);
  });

  it('take what the model misses, for groups there are and without figures of its own', async () => {
    const { gaps } = await aComparison(
      answer({
        gaps: [
          { group: 'g2', note: '缺少营运成本的数据' },
          { group: 'g9', note: '沒有這個群組' },
          { group: 'g1', note: '缺少 2031 年的統計' },
          { group: 'g1', note: '缺少長期統計' },
        ],
      }),
    ).of(pagesThatSay('甲。', '乙。', '丙。', '丁。'));
    expect(gaps).toEqual([
      { group: 'g2', note: '缺少營運成本的數據' },
      { group: 'g1', note: '缺少長期統計' },
    ]);
  });
});
