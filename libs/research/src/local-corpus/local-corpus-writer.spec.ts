import { extractIndex, type Chapter, type Report } from '@dossier/contracts';
import { DEMO_CORPUS_FOLDER } from '../demo-corpus-folder.ts';
import {
  NOW,
  research,
  testContext,
  withFolder,
  type Researched,
} from './corpus-folder.builder.ts';
import { createLocalCorpus } from './create-local-corpus.ts';
import { reportTitle } from './report-title.ts';

const provider = createLocalCorpus({ folder: DEMO_CORPUS_FOLDER });
function write({ plan, evidence }: Researched): Promise<Report> {
  return provider.writer.write(plan, evidence, testContext());
}
function chapter(report: Report, kind: Chapter['kind']): Chapter {
  const [found] = report.chapters.filter((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} chapter`);
  return found;
}

describe('LocalCorpusWriter', () => {
  const question = '地熱電廠會影響溫泉的水位嗎？';

  it('writes a summary first, two or more themes, divergences and limits last', async () => {
    const report = await write(await research(provider, question));
    const kinds = report.chapters.map(({ kind }) => kind);
    expect(kinds).toEqual(['summary', 'theme', 'theme', 'divergences', 'limits']);
    expect(new Set(report.chapters.map(({ heading }) => heading)).size).toBe(kinds.length);
    expect(report).toMatchObject({ provider: 'local-corpus', language: 'zh-TW', writtenAt: NOW });
  });

  it('makes every line of a theme a literal quotation with its marker, each used once', async () => {
    const researched = await research(provider, question);
    const extracts = extractIndex(researched.evidence);
    const report = await write(researched);
    const used: string[] = [];
    for (const { markdown } of report.chapters.filter(({ kind }) => kind === 'theme')) {
      for (const line of markdown.split('\n')) {
        if (line === '- 多份文件說法一致：') continue;
        const [, quote = '', key = ''] =
          /^ *- 「(.+)」(?:（[日英]文原文）)?\[\^(S\d+-\d+)\]/u.exec(line) ?? [];
        expect(quote.replace(/\\/gu, '')).toBe(extracts.get(key)?.extract.text);
        used.push(key);
      }
    }
    expect(used.length).toBeGreaterThan(0);
    expect(new Set(used).size).toBe(used.length);
  });

  it('cites two or more sources in each theme', async () => {
    const report = await write(await research(provider, question));
    for (const { kind, markdown } of report.chapters) {
      if (kind !== 'theme') continue;
      const sources = [...markdown.matchAll(/\[\^(S\d+)-/gu)].map(([, source]) => source);
      expect(new Set(sources).size).toBeGreaterThanOrEqual(2);
    }
  });

  it('sets both sides of a divergence side by side, with no figures of its own', async () => {
    const { markdown } = chapter(await write(await research(provider, question)), 'divergences');
    expect(markdown).toMatch(/水位明顯下降.+」\[\^S\d+-\d+\].+水位沒有下降。」\[\^S\d+-\d+\]/u);
    expect(markdown.replace(/「[^」]*」|\[\^[^\]]+\]/gu, '')).not.toMatch(/\d/u);
  });

  it('says briefly when there are none', async () => {
    const report = await write(await research(provider, '綠屋頂可以留住多少雨水？'));
    expect(chapter(report, 'divergences').markdown).toBe('未發現分歧。');
    expect(chapter(report, 'summary').markdown).toMatch('由不同文件共同支持');
  });

  it('says plainly what it cannot do', async () => {
    const { markdown } = chapter(await write(await research(provider, question)), 'limits');
    for (const words of ['逐字摘錄', '沒有翻譯', '沒有上網', '沒有找到相關的句子']) {
      expect(markdown).toMatch(words);
    }
  });

  it.each([question, '行道樹能降低夜間熱島嗎？', '機器人的訓練'])(
    'names each side with too little only once: %s',
    async (asked) => {
      const { markdown } = chapter(await write(await research(provider, asked)), 'limits');
      const sides = [...markdown.matchAll(/^- 「([^」]+)」在/gmu)].map(([, side]) => side);
      expect(sides.length).toBeGreaterThan(0);
      expect(new Set(sides).size).toBe(sides.length);
    },
  );

  it('needs no folder, only the evidence', () =>
    withFolder({}, async (folder) => {
      const { plan, evidence } = await research(provider, question);
      const elsewhere = createLocalCorpus({ folder });
      await expect(elsewhere.writer.write(plan, evidence, testContext())).resolves.toMatchObject({
        language: 'zh-TW',
      });
    }));

  it('refuses to write from nothing', async () => {
    const researched = await research(provider, '台灣高鐵的票價');
    await expect(write(researched)).rejects.toMatchObject({ reason: 'no-evidence' });
  });

  it('writes one theme when a single document is all there is', () =>
    withFolder(
      { 'a.md': '換電站的建置成本約為 180 萬元。換電站的選址以路口為主。' },
      async (folder) => {
        const report = await write(await research(folder, '換電站的建置成本'));
        expect(report.chapters.filter(({ kind }) => kind === 'theme')).toHaveLength(1);
      },
    ));
});

describe('reportTitle', () => {
  it.each([
    ['綠屋頂能降溫嗎？？', '綠屋頂能降溫嗎'],
    ['  第一行\n第二行  ', '第一行 第二行'],
    ['电动车的电池', '電動車的電池'],
    ['屋上緑化の効果は？', '關於「屋上緑化の効果は」'],
    ['？！', '研究報告'],
  ])('%j gives %s', async (question, title) => {
    expect(await reportTitle(question)).toBe(title);
  });
  it('has at most 60 characters', async () => {
    expect([...(await reportTitle('長'.repeat(500)))]).toHaveLength(60);
  });
});
