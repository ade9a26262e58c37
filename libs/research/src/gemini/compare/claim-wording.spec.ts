import type { Evidence } from '@dossier/contracts';
import { aComparison, aPage, answer, found } from './comparing.builder.ts';

/** S1 to S4; S1 has two excerpts. */
const FINDINGS = [
  found('g1', aPage('https://a.test/', ['2024 年裝置容量為 12.5 MW。', '噪音沒有增加。'])),
  found('g2', aPage('https://b.test/', ['2024 年裝置容量為 9.8 MW。'])),
  found('g3', aPage('https://c.test/', ['設備容量は 12.5 MW である。'])),
  found('g4', aPage('https://d.test/', ['Noise increased by 30 percent.'])),
];

async function comparedWith(lists: object): Promise<Pick<Evidence, 'agreements' | 'divergences'>> {
  // The second answer is for a first one that is of no use.
  return aComparison(answer(lists), answer({})).of(FINDINGS);
}

/** Of one agreement among enough good ones that it is dropped alone. */
async function agreed(claim: string, extracts: readonly string[]) {
  const good = ['甲', '乙', '丙'].map((name) => ({
    claim: `${name}項目仍在營運`,
    extracts: ['S1-1', 'S2-1'],
  }));
  const { agreements } = await comparedWith({ agreements: [{ claim, extracts }, ...good] });
  expect(agreements.slice(-3)).toEqual(good);
  return agreements.slice(0, -3);
}

describe('the words of a claim', () => {
  it.each([
    ['容量\n已經\t公布', '容量 已經 公布'],
    ['容量已經公布 [S1-1][S2-1]', '容量已經公布'],
    ['**容量**已經`公布`（S1-1、S2-1）', '容量已經公布'],
    ['容\u202e量\u0000已\u200b經公布', '容量已經公布'],
    ['国内发电容量已经说明', '國內發電容量已經說明'],
    ['國內稱為「国のデータを見る」的资料', '國內稱為「国のデータを見る」的資料'],
    ['p 值 < 門檻', 'p 值 < 門檻'],
  ])('%j becomes %j', async (claim, words) => {
    expect(await agreed(claim, ['S1-1', 'S2-1'])).toMatchObject([{ claim: words }]);
  });

  it.each([
    ['markup', '容量<b>已經</b>公布'],
    ['a script', '</h3><script>alert(1)</script>容量'],
    ['an entity', '容量&lt;已經公布'],
    ['a link', '[容量](javascript:alert(1))已經公布'],
    ['a note', '容量已經公布[^1]'],
    ['an address', '容量見 https://evil.test/a'],
    ['an address without scheme', '容量見 www.evil.test'],
    ['a host with a path', '容量見evil.test/a'],
    ['a placeholder', '容量 {{question}}'],
    ['a key in the sentence', '容量依 S1-1 所說'],
    ['too many characters', '容'.repeat(161)],
    ['no end', '容'.repeat(1_000_000)],
    ['nothing', ' 。 '],
    ['English', 'The capacity has been published'],
    ['Japanese', '設備容量が発表されています'],
  ])('are not taken with %s', async (_, claim) => {
    expect(await agreed(claim, ['S1-1', 'S2-1'])).toEqual([]);
  });
});

describe('an answer', () => {
  it('of a thousand items gives a bounded number', async () => {
    const agreements = Array.from({ length: 1_000 }, (_, at) => ({
      claim: `容量已經公布${'之'.repeat(at % 97)}${String.fromCodePoint(0x4e00 + at)}`,
      extracts: ['S1-1', 'S2-1'],
    }));
    const divergences = agreements.map(({ claim }) => ({
      kind: 'polarity',
      claim,
      sides: [
        { position: '增加', extracts: ['S1-2'] },
        { position: '減少', extracts: ['S4-1'] },
      ],
    }));
    const compared = await comparedWith({ agreements, divergences });
    expect([compared.agreements.length, compared.divergences.length]).toEqual([20, 20]);
  });

  it('that says the same twice is taken once', async () => {
    const agreement = { claim: '容量已經公布', extracts: ['S1-1', 'S2-1'] };
    expect(await comparedWith({ agreements: [agreement, agreement] })).toMatchObject({
      agreements: [agreement],
    });
  });

  it('is asked for again when more than half of it fails, and then taken for what it is', async () => {
    const good = { claim: '容量已經公布', extracts: ['S1-1', 'S2-1'] };
    const bad = { claim: '容量已經公布', extracts: ['S1-1'] };
    const half = aComparison(answer({ agreements: [good, bad] }));
    expect((await half.of(FINDINGS)).agreements).toEqual([good]);
    expect(half.asked).toHaveLength(1);
    const most = aComparison(answer({ agreements: [good, bad, bad] }), answer({}));
    expect((await most.of(FINDINGS)).agreements).toEqual([]);
    expect(most.asked).toHaveLength(2);
  });
});
