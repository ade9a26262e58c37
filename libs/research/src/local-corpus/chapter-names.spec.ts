import { DEMO_CORPUS_FOLDER } from '../demo-corpus-folder.ts';
import { research, testContext, withFolder } from './corpus-folder.builder.ts';
import { createLocalCorpus } from './create-local-corpus.ts';

async function themeNames(folder: string, question: string): Promise<string[]> {
  const provider = createLocalCorpus({ folder });
  const { plan, evidence } = await research(provider, question);
  const { chapters } = await provider.writer.write(plan, evidence, testContext());
  return chapters.filter(({ kind }) => kind === 'theme').map(({ heading }) => heading);
}

describe('names of theme chapters', () => {
  it.each([
    ['地熱發電會影響溫泉嗎？', '溫泉'],
    ['Do geothermal plants affect hot springs?', '溫泉'],
    ['綠屋頂能讓室內降溫幾度？', '綠屋頂'],
    ['街路樹は夜間のヒートアイランドを緩和しますか？', '熱島'],
    ['移位機器人的導入費用是多少？', '移位機器人'],
  ])('say what the chapters hold: %s', async (question, word) => {
    const names = await themeNames(DEMO_CORPUS_FOLDER, question);
    expect(names.some((name) => name.includes(word))).toBe(true);
    expect(names).not.toContain('核心說明');
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect([...name].length).toBeLessThanOrEqual(20);
      expect(name).toMatch(/^[\p{L}、]+$/u);
    }
    expect(await themeNames(DEMO_CORPUS_FOLDER, question)).toEqual(names);
  });

  it('are not made from a translation that nobody writes', async () => {
    const names = await themeNames(DEMO_CORPUS_FOLDER, 'Do geothermal plants affect hot springs?');
    expect(names.join(' ')).not.toMatch('植物');
  });

  it('stay general where the documents share no word', () =>
    withFolder({ 'a.md': '換電站的建置成本約為 180 萬元。' }, async (folder) => {
      expect(await themeNames(folder, '換電站的建置成本')).toEqual(['核心說明']);
    }));
});
