import { extractIndex, type Divergence } from '@dossier/contracts';
import { pathsOf, research, withFolder } from './corpus-folder.builder.ts';

/** Divergences as `kind: text of side | text of side`. */
async function divergencesOf(files: Record<string, string>, question: string): Promise<string[]> {
  return withFolder(files, async (folder) => {
    const { evidence } = await research(folder, question);
    const extracts = extractIndex(evidence);
    const side = ({ extracts: keys }: Divergence['sides'][number]): string =>
      keys.map((key) => extracts.get(key)?.extract.text ?? '').join('+');
    return evidence.divergences.map(
      ({ kind, sides }) => `${kind}: ${sides.map(side).sort().join(' | ')}`,
    );
  });
}
const ask = '換電站的建置成本是多少？';
const a = (text: string): string => `# 換電站的建置成本\n\n${text}\n`;

describe('divergences of figures', () => {
  it('are seen between two documents on one thing', async () => {
    const found = await divergencesOf(
      {
        'a.md': a('每座換電站的建置成本約為 180 萬元。'),
        'b.md': a('聯盟認為，每座換電站的建置成本高達 260 萬元。'),
      },
      ask,
    );
    expect(found).toEqual([
      'numeric: 每座換電站的建置成本約為 180 萬元。 | 聯盟認為，每座換電站的建置成本高達 260 萬元。',
    ]);
  });

  it.each([
    [
      'equal within rounding',
      '每座換電站的建置成本約為 180 萬元。',
      '每座換電站的建置成本為 185 萬元。',
    ],
    [
      'of different years',
      '2021 年每座換電站的建置成本為 180 萬元。',
      '2024 年每座換電站的建置成本為 260 萬元。',
    ],
    [
      'of different places',
      '松湖市換電站的建置成本為 180 萬元。',
      '潮見市換電站的建置成本為 260 萬元。',
    ],
    [
      'a plan and a result',
      '換電站的建置成本預計為 180 萬元。',
      '換電站的建置成本實際為 260 萬元。',
    ],
    ['a bound that holds', '換電站的建置成本超過 180 萬元。', '換電站的建置成本為 260 萬元。'],
    ['of different units', '換電站的建置成本為 180 萬元。', '換電站的建置成本占三成。'],
    ['on different things', '換電站的建置成本為 180 萬元。', '換電站的保險費用每年為 5 萬元。'],
  ])('are none when the figures are %s', async (_, first, second) => {
    expect(await divergencesOf({ 'a.md': a(first), 'b.md': a(second) }, ask)).toEqual([]);
  });

  it('are none within one document', async () => {
    const text = '換電站的建置成本為 180 萬元。後來換電站的建置成本為 260 萬元。';
    expect(await divergencesOf({ 'a.md': a(text) }, ask)).toEqual([]);
  });

  it('are not told when they answer another question', async () => {
    const files = {
      'a.md': '# 換電站\n\n換電站的建置成本為 180 萬元。換電站分布在住宅區。\n',
      'b.md': '# 換電站\n\n換電站的建置成本為 260 萬元。換電站分布在商業區。\n',
    };
    expect(await divergencesOf(files, '換電站分布在哪裡？')).toEqual([]);
    expect(await divergencesOf(files, ask)).toHaveLength(1);
  });

  it('are seen across Chinese and Japanese', async () => {
    const found = await divergencesOf(
      {
        'a.md': '# 地熱電廠\n\n青嶺地熱電廠的裝置容量為 12.5 MW。\n',
        'b.md': '# 地熱発電所\n\n青嶺地熱発電所の設備容量は 9.8 MW である。\n',
      },
      '青嶺地熱電廠的裝置容量是多少？',
    );
    expect(found).toHaveLength(1);
  });
});

describe('divergences of views', () => {
  const question = '換電站會造成停電嗎？';
  it.each([
    ['換電站會造成住宅區停電。', '換電站不會造成住宅區停電。'],
    ['換電站會增加住宅區停電的次數。', '換電站會減少住宅區停電的次數。'],
  ])('are seen: %s %s', async (first, second) => {
    expect(await divergencesOf({ 'a.md': first, 'b.md': second }, question)).toHaveLength(1);
  });
  it.each([
    ['換電站會造成住宅區停電。', '如果沒有儲能，換電站會造成住宅區停電。'],
    ['換電站夏季會造成住宅區停電。', '換電站冬季不會造成住宅區停電。'],
    ['換電站不會造成住宅區停電。', '換電站並未造成住宅區停電。'],
    ['換電站會造成住宅區停電。', '換電站不僅會造成住宅區停電，也會跳電。'],
  ])('are none: %s %s', async (first, second) => {
    expect(await divergencesOf({ 'a.md': first, 'b.md': second }, question)).toEqual([]);
  });
});

describe('divergences of what was found relevant, in other words than the question', () => {
  const about = (text: string): string => `# 地熱電廠與溫泉\n\n${text}\n`;
  const levels = {
    'a.md': about('電廠運轉後溫泉的水位明顯下降。'),
    'b.md': about('電廠運轉後溫泉的水位沒有下降。'),
    'c.md': '# 地熱發電的原理\n\n地熱發電利用地下的熱水。\n',
    'd.md': '# 地熱發電的歷史\n\n地熱發電由來已久。\n',
  };

  it.each(['地熱發電會影響溫泉嗎？', '地熱發電對溫泉有什麼衝擊？'])(
    'are seen: %s',
    async (asked) => {
      expect(await divergencesOf(levels, asked)).toHaveLength(1);
    },
  );
  it.each(['地熱發電有多少補助？', '地熱發電的補助金額是多少？'])(
    'are not told when they speak of another side: %s',
    async (asked) => {
      const files = { ...levels, 'e.md': about('地熱發電的補助為 300 萬元。') };
      expect(await divergencesOf(files, asked)).toEqual([]);
    },
  );
});

describe('agreements', () => {
  it('need two documents that say the same', async () => {
    await withFolder(
      {
        'a.md': a('每座換電站的建置成本為 180 萬元。'),
        'b.md': a('建置一座換電站，成本為 180 萬元。每座換電站的建置成本是 180 萬元。'),
      },
      async (folder) => {
        const { evidence } = await research(folder, ask);
        expect(evidence.agreements).toHaveLength(1);
        const sources = evidence.agreements[0]?.extracts.map((key) => key.split('-')[0]);
        expect(new Set(sources).size).toBe(2);
        expect(evidence.agreements[0]?.claim).not.toMatch(/\d/u);
      },
    );
  });
});

describe('evidence', () => {
  it('holds each excerpt once, with all groups that found it, keyed by relevance', () =>
    withFolder(
      { 'a.md': a('每座換電站的建置成本約為 180 萬元。換電站位於路口旁邊。') },
      async (folder) => {
        const { evidence } = await research(folder, ask);
        const [source] = evidence.sources;
        expect(source?.extracts[0]).toMatchObject({
          key: 'S1-1',
          text: '每座換電站的建置成本約為 180 萬元。',
          groups: ['g1', 'g2'],
          line: 3,
          heading: '換電站的建置成本',
        });
        const keys = source?.extracts.map(({ key }) => key) ?? [];
        expect(new Set(keys).size).toBe(keys.length);
      },
    ));

  it('says which languages and sides have nothing, and what was not read', () =>
    withFolder({ 'a.md': a('每座換電站的建置成本約為 180 萬元。'), 'b.md': '' }, async (folder) => {
      const { evidence } = await research(folder, ask);
      const notes = evidence.gaps.map(({ note }) => note).join('\n');
      expect(notes).toMatch('資料夾裡沒有日文文件。');
      expect(notes).toMatch('「限制、風險與反對意見」在中文文件中沒有找到相關的句子。');
      expect(notes).toMatch('有些檔案沒有讀取：沒有內容 1 個。');
    }));

  it('takes two copies of a file for one document', () =>
    withFolder(
      { 'a.md': a('換電站的建置成本為 180 萬元。'), 'copy.md': a('換電站的建置成本為 180 萬元。') },
      async (folder) => {
        const { evidence } = await research(folder, ask);
        expect(pathsOf(evidence)).toEqual(['a.md']);
      },
    ));
});
