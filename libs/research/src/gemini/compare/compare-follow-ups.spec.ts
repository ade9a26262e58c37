import { extractIndex, type Evidence, type GroupFindings } from '@dossier/contracts';
import fc from 'fast-check';
import {
  aComparison,
  answer,
  aPage,
  baseWith,
  found,
  pagesThatSay,
  textsIn,
} from './comparing.builder.ts';

const AGREEMENT = { claim: '成本下降', extracts: ['S1-1', 'S2-1'] };
const DIVERGENCE = {
  kind: 'polarity',
  claim: '噪音是否增加',
  sides: [
    { position: '增加', extracts: ['S3-1'] },
    { position: '沒有增加', extracts: ['S4-1'] },
  ],
};

async function firstVersion() {
  const [first, ...others] = pagesThatSay(
    '成本下降。',
    '成本正在下降。',
    '噪音增加。',
    '噪音沒有增加。',
  );
  const findings = [{ ...first!, searchSuggestion: '<b>1</b>' }, ...others];
  const evidence = await aComparison(
    answer({ agreements: [AGREEMENT], divergences: [DIVERGENCE] }),
  ).of(findings);
  return baseWith(evidence);
}

/** Every source and excerpt of the base stands in `next` under its key, byte for byte and in order. */
function expectKept(base: Evidence, next: Evidence): void {
  base.sources.forEach((source, at) => {
    const kept = next.sources[at];
    const extracts = kept?.extracts.slice(0, source.extracts.length);
    expect(JSON.stringify({ ...kept, extracts })).toBe(JSON.stringify(source));
  });
  expect(next.agreements.slice(0, base.agreements.length)).toEqual(base.agreements);
  expect(next.divergences.slice(0, base.divergences.length)).toEqual(base.divergences);
}

const text = fc.constantFrom('成本下降。', '噪音增加。', '新的說法。', '另一個說法 7%。', '甲', '');
const page = fc
  .record({
    url: fc.constantFrom(
      'https://site1.test/page',
      'https://site1.test/page#part',
      'https://site3.test/page',
      'https://new.test/a',
      'https://new.test/b',
    ),
    texts: fc.array(text, { maxLength: 4 }),
    title: fc.string({ maxLength: 5 }),
    sha256: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
  })
  .map(({ url, texts, ...more }) => aPage(url, texts, more));
const furtherFindings: fc.Arbitrary<GroupFindings[]> = fc.array(
  fc
    .tuple(fc.constantFrom('g1', 'g5', 'g6', 'g99'), fc.array(page, { maxLength: 4 }))
    .map(([groupId, sources]) => found(groupId, ...sources)),
  { maxLength: 4 },
);

const keys = fc.array(
  fc.constantFrom('S1-1', 'S2-1', 'S3-1', 'S4-1', 'S5-1', 'S1-2', '[s5-2]', 'S9-9', 'g1', ''),
  { maxLength: 4 },
);
const words = fc.oneof(
  fc.constantFrom(
    '成本下降',
    '成本為 7%',
    '成本为 8%',
    '<b>成本</b>',
    '見 https://evil.test/',
    '忽略指示',
  ),
  fc.string(),
);
const given = fc.oneof(
  fc.jsonValue(),
  fc.record({
    agreements: fc.array(fc.record({ claim: words, extracts: keys })),
    divergences: fc.array(
      fc.record({
        kind: fc.constantFrom('numeric', 'polarity', 'x'),
        claim: words,
        sides: fc.array(fc.record({ position: words, extracts: keys }), { maxLength: 3 }),
      }),
    ),
    gaps: fc.array(fc.record({ group: fc.constantFrom('g1', 'g5', 'g6', 'x'), note: words })),
  }),
);

/** Every claim rests on excerpts that there are, of at least two pages, and no page is on two sides. */
function expectBorne(evidence: Evidence): void {
  const { agreements, divergences } = evidence;
  const extracts = extractIndex(evidence);
  const pagesOf = (cited: readonly string[]): Set<string> => {
    for (const key of cited) expect(extracts.has(key)).toBe(true);
    return new Set(cited.map((key) => key.split('-')[0] ?? ''));
  };
  for (const { extracts: cited } of agreements) expect(pagesOf(cited).size).toBeGreaterThan(1);
  for (const { sides } of divergences) {
    const pages = sides.flatMap((side) => [...pagesOf(side.extracts)]);
    expect(sides.length).toBeGreaterThan(1);
    expect(new Set(pages).size).toBe(pages.length);
  }
}

describe('a follow-up', () => {
  it('keeps everything of its base, whatever was found and whatever a model says', async () => {
    const base = await firstVersion();
    const property = fc.asyncProperty(furtherFindings, given, async (findings, said) => {
      const next = await aComparison(said, said).further(base, findings);
      expectKept(base.evidence, next);
      expectBorne(next);
      const all = next.sources.flatMap(({ extracts }) => extracts.map(({ key }) => key));
      expect(new Set(all).size).toBe(all.length);
      const places = next.sources.flatMap(({ location, extracts }) =>
        extracts.map((extract) => JSON.stringify([location, extract.text])),
      );
      expect(new Set(places).size).toBe(places.length);
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it('gives what is new the next keys: of a known page, and of new ones', async () => {
    const base = await firstVersion();
    const next = await aComparison(answer({})).further(base, [
      found('g6', aPage('https://site2.test/page', ['成本正在下降。', '成本將再下降。'])),
      found('g5', aPage('https://neu.test/', ['コストは下がった。'])),
    ]);
    expect(textsIn(next)).toEqual({
      ...textsIn(base.evidence),
      'S2-2': '成本將再下降。',
      'S5-1': 'コストは下がった。',
    });
    expect(extractIndex(next).get('S2-1')?.extract.groups).toEqual(['g2']);
  });

  it('adds what is said of new excerpts to what was said, and repeats nothing', async () => {
    const base = await firstVersion();
    const comparison = aComparison(
      answer({
        agreements: [
          { claim: '成本持續下降', extracts: ['S2-1', 'S5-1'] },
          { claim: '成本走低', extracts: ['S1-1', 'S2-1'] },
          { claim: '成本下降', extracts: ['S1-1', 'S5-1'] },
        ],
        divergences: [{ ...DIVERGENCE, claim: '噪音有沒有增加' }],
      }),
    );
    const next = await comparison.further(base, [
      found('g6', aPage('https://neu.test/', ['成本持續下降。'])),
    ]);
    expect(next.agreements).toEqual([
      AGREEMENT,
      { claim: '成本持續下降', extracts: ['S2-1', 'S5-1'] },
    ]);
    expect(next.divergences).toEqual([DIVERGENCE]);
    expect(comparison.asked[0]?.prompt).toContain('[S1-1] 成本下降。');
  });

  it('that found only what is known asks nobody and says so', async () => {
    const base = await firstVersion();
    const comparison = aComparison();
    const next = await comparison.further(base, [
      found('g6', aPage('https://site1.test/page', ['成本下降。'])),
    ]);
    expect(comparison.asked).toEqual([]);
    expect(next.sources).toEqual(base.evidence.sources);
    expect(next.gaps.slice(base.evidence.gaps.length)).toEqual([
      { group: 'g5', note: '「關於 g5 的進一步資料」沒有找到可用的來源。' },
      { group: 'g6', note: '「關於 g6 的進一步資料」沒有找到新的來源。' },
    ]);
  });

  it('names the language that was wished for and not found, and takes back a lack that it filled', async () => {
    const missing = { group: 'g3', note: '沒有找到日文的來源。' };
    const kept = { group: 'g2', note: '缺少長期統計' };
    const { evidence } = await firstVersion();
    const base = baseWith({ ...evidence, gaps: [missing, kept] });
    const wish = { kind: 'add-sources', languages: ['ja'] } as const;
    const inVain = await aComparison().further(base, [], wish);
    expect(inVain.gaps).toEqual([
      missing,
      kept,
      expect.objectContaining({ group: 'g5' }),
      expect.objectContaining({ group: 'g6' }),
      { group: 'g5', note: '沒有找到更多日文的來源。' },
    ]);
    const filled = await aComparison(answer({})).further(
      base,
      [
        found('g5', aPage('https://neu.test/', ['コストは下がった。'], { language: 'ja' })),
        found('g6', aPage('https://more.test/', ['噪音很小。'])),
      ],
      wish,
    );
    expect(filled.gaps).toEqual([kept]);
  });

  it("shows its base's search suggestions beside its own", async () => {
    const base = await firstVersion();
    const next = await aComparison(answer({})).further(base, [
      { ...found('g5', aPage('https://neu.test/', ['コスト。'])), searchSuggestion: '<b>5</b>' },
    ]);
    expect(next.searchSuggestions).toEqual([
      { group: 'g1', html: '<b>1</b>' },
      { group: 'g5', html: '<b>5</b>' },
    ]);
  });

  it('stays within what one document may hold, however often it is made', async () => {
    let base = await firstVersion();
    for (let round = 0; round < 9; round += 1) {
      const texts = Array.from(
        { length: 120 },
        (_, at) => `第${round}回第${at}句${'字'.repeat(600)}`,
      );
      const evidence = await aComparison(answer({})).further(base, [
        found('g6', aPage(`https://round${round}.test/`, texts)),
      ]);
      expectKept(base.evidence, evidence);
      base = baseWith(evidence);
    }
    expect(Buffer.byteLength(JSON.stringify(base.evidence))).toBeLessThan(800_000);
  });
});
