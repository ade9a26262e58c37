import type { Evidence, GroupFindings } from '@dossier/contracts';
import { aComparison, aPage, answer, found, pagesThatSay } from './comparing.builder.ts';

/** S1 to S4; S1 has two excerpts. */
const FINDINGS = [
  found('g1', aPage('https://a.test/', ['2024 年裝置容量為 12.5 MW。', '噪音沒有增加。'])),
  found('g2', aPage('https://b.test/', ['2024 年裝置容量為 9.8 MW。'])),
  found('g3', aPage('https://c.test/', ['設備容量は 12.5 MW である。'])),
  found('g4', aPage('https://d.test/', ['Noise increased by 30 percent.'])),
];

async function comparedWith(
  lists: object,
  findings: readonly GroupFindings[] = FINDINGS,
): Promise<Pick<Evidence, 'agreements' | 'divergences'>> {
  // The second answer is for a first one that is of no use.
  return aComparison(answer(lists), answer({})).of(findings);
}

/** Of one agreement among enough good ones that it is dropped alone. */
async function agreed(claim: string, extracts: readonly string[], findings = FINDINGS) {
  const good = ['甲', '乙', '丙'].map((name) => ({
    claim: `${name}項目仍在營運`,
    extracts: ['S1-1', 'S2-1'],
  }));
  const { agreements } = await comparedWith(
    { agreements: [{ claim, extracts }, ...good] },
    findings,
  );
  expect(agreements.slice(-3)).toEqual(good);
  return agreements.slice(0, -3);
}

async function diverged(kind: string, claim: string, sides: readonly [string, ...string[]][]) {
  const divergence = {
    kind,
    claim,
    sides: sides.map(([position, ...extracts]) => ({ position, extracts })),
  };
  const { divergences } = await comparedWith({ divergences: [divergence] });
  return divergences;
}

describe('an agreement', () => {
  it('stands with excerpts of two sources, each key once and written as ours are', async () => {
    expect(await agreed('容量已經公布', ['[S1-1]', 's3-1', 'S1-1', 'S1-2', 'S9-1'])).toEqual([
      { claim: '容量已經公布', extracts: ['S1-1', 'S3-1', 'S1-2'] },
    ]);
  });

  it.each([
    ['of one source', ['S1-1', 'S1-2']],
    ['of one excerpt', ['S1-1']],
    ['of nothing', []],
    ['of keys that there are not', ['S1-9', 'S12-1']],
    ['of things that are no keys', ['g1', 'S1', 'https://a.test/', 'S1-1 S2-1', 'S1-1_S2-1']],
    ['of a prototype', ['__proto__', 'constructor', 'toString']],
  ])('%s is dropped', async (_, extracts) => {
    expect(await agreed('容量已經公布', extracts)).toEqual([]);
  });

  it('of two links of one title is dropped: they may lead to one page', async () => {
    const link = (id: string, texts: string[], title: string) =>
      aPage(`https://vertexaisearch.cloud.google.com/grounding-api-redirect/${id}`, texts, {
        title,
      });
    const findings = [
      found('g1', link('A', ['甲。'], 'news.test'), link('B', ['乙。'], 'gov.test')),
      found('g2', link('C', ['丙。'], 'News.test')),
    ];
    const agreements = [
      { claim: '甲與丙', extracts: ['S1-1', 'S2-1'] },
      { claim: '甲與乙', extracts: ['S1-1', 'S3-1'] },
    ];
    expect(await comparedWith({ agreements }, findings)).toMatchObject({
      agreements: [agreements[1]],
    });
  });

  it.each([
    ['容量為 12.5 MW', true],
    ['容量為 9.8 MW', false],
    ['容量為 15 MW', false],
    ['容量約為三成', false],
    ['兩項資料都提到容量', true],
    ['最近一年的容量已經公布', true],
    ['容量要七年才能建成', false],
  ])('holds a figure only when two of its sources give it: %s', async (claim, isKept) => {
    expect(await agreed(claim, ['S1-1', 'S2-1', 'S3-1'])).toHaveLength(isKept ? 1 : 0);
  });

  it('may give a figure in other words than a source does', async () => {
    const findings = pagesThatSay('噪音增加 30%。', 'Noise increased by 30 percent.');
    const claim = { claim: '噪音增加三成', extracts: ['S1-1', 'S2-1'] };
    expect(await comparedWith({ agreements: [claim] }, findings)).toMatchObject({
      agreements: [claim],
    });
  });
});

describe('a divergence', () => {
  const claim = '裝置容量是多少';

  it('stands with two sides that each have a figure from their own excerpts', async () => {
    const [divergence] = await diverged('numeric', claim, [
      ['12.5 MW', 'S1-1', 'S3-1'],
      ['9.8 MW', 'S2-1'],
      ['沒有摘錄的說法'],
    ]);
    expect(divergence).toEqual({
      kind: 'numeric',
      claim,
      sides: [
        { position: '12.5 MW', extracts: ['S1-1', 'S3-1'] },
        { position: '9.8 MW', extracts: ['S2-1'] },
      ],
    });
  });

  it.each(['numeric_numeric', ' Numeric.', 'NUMERIC'])(
    'of the kind %j is understood',
    async (kind) => {
      const sides: [string, ...string[]][] = [
        ['12.5 MW', 'S1-1'],
        ['9.8 MW', 'S2-1'],
      ];
      expect(await diverged(kind, claim, sides)).toMatchObject([{ kind: 'numeric' }]);
    },
  );

  it.each<[string, string, [string, ...string[]][]]>([
    ['one side', 'polarity', [['噪音沒有增加', 'S1-2']]],
    [
      'a side without evidence',
      'polarity',
      [
        ['噪音沒有增加', 'S1-2'],
        ['噪音增加', 'S7-1'],
      ],
    ],
    [
      'one excerpt on two sides',
      'polarity',
      [
        ['噪音沒有增加', 'S1-2'],
        ['噪音增加', 'S1-2', 'S4-1'],
      ],
    ],
    [
      'one source on two sides',
      'polarity',
      [
        ['噪音沒有增加', 'S1-2'],
        ['容量增加', 'S1-1'],
      ],
    ],
    [
      'a figure of the other side',
      'numeric',
      [
        ['9.8 MW', 'S1-1'],
        ['12.5 MW', 'S2-1'],
      ],
    ],
    [
      'a figure out of nowhere',
      'numeric',
      [
        ['12.5 MW', 'S1-1'],
        ['99 MW', 'S2-1'],
      ],
    ],
    [
      'a figure in words out of nowhere',
      'numeric',
      [
        ['12.5 MW', 'S1-1'],
        ['約占七成', 'S2-1'],
      ],
    ],
    [
      'no figure on a side',
      'numeric',
      [
        ['12.5 MW', 'S1-1'],
        ['較低', 'S2-1'],
      ],
    ],
    [
      'the same figures',
      'numeric',
      [
        ['容量 12.5 MW', 'S1-1'],
        ['12.5 MW', 'S3-1'],
      ],
    ],
    [
      'the same words',
      'polarity',
      [
        ['噪音增加', 'S1-2'],
        ['噪音增加', 'S4-1'],
      ],
    ],
    [
      'another kind',
      'temporal',
      [
        ['12.5 MW', 'S1-1'],
        ['9.8 MW', 'S2-1'],
      ],
    ],
    [
      'both kinds',
      'numeric|polarity',
      [
        ['12.5 MW', 'S1-1'],
        ['9.8 MW', 'S2-1'],
      ],
    ],
    [
      'a position in English',
      'polarity',
      [
        ['It did not increase', 'S1-2'],
        ['噪音增加', 'S4-1'],
      ],
    ],
  ])('with %s is dropped', async (_, kind, sides) => {
    expect(await diverged(kind, claim, sides)).toEqual([]);
  });

  it('whose claim holds a figure of no side is dropped', async () => {
    const sides: [string, ...string[]][] = [
      ['12.5 MW', 'S1-1'],
      ['9.8 MW', 'S2-1'],
    ];
    expect(await diverged('numeric', '2031 年的裝置容量', sides)).toEqual([]);
    expect(await diverged('numeric', '2024 年的裝置容量', sides)).toHaveLength(1);
  });
});
