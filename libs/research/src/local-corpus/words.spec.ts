import type { Language } from '@dossier/contracts';
import { research, withFolder } from './corpus-folder.builder.ts';
import { detectLanguage } from './detect-language.ts';
import { loadFold } from './fold-text.ts';
import { indexTokens, stem } from './tokenize.ts';
import { toTraditional } from './to-traditional.ts';

async function languagesIn(document: string): Promise<Language[]> {
  return withFolder({ 'a.md': document }, async (folder) => {
    const { evidence } = await research(folder, '咖啡沖煮水溫多少？');
    return evidence.sources.flatMap(({ extracts }) => extracts.map(({ language }) => language));
  });
}

describe('detectLanguage', () => {
  it.each<[string, Language]>([
    ['綠屋頂可以降溫。', 'zh-TW'],
    ['电动机车的电池寿命', 'zh-TW'],
    ['屋上緑化は室温を下げる。', 'ja'],
    ['日本作家「の」字的用法在這篇文章裡只是一個例子而已', 'zh-TW'],
    ['Green roofs cool buildings.', 'en'],
    ['IEA 的 Geothermal Roadmap 2030 報告認為成本會下降', 'zh-TW'],
    ['The Chinese word 地熱 means geothermal heat', 'en'],
    ['', 'en'],
  ])('%s', (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });
  it('takes a line without kana for Japanese inside a Japanese document', () => {
    expect(detectLanguage('調査対象:東京都在住者', 'ja')).toBe('ja');
    expect(detectLanguage('為替相場、総合的評価、没収、不正行為、選挙', 'ja')).toBe('ja');
  });
  it.each(['咖啡沖煮水溫建議為 92 °C。', '這個方法與水位無關。', '这种方法没有效果。'])(
    'takes what only Chinese writes for Chinese in a Japanese document, too: %s',
    (sentence) => {
      expect(detectLanguage(sentence, 'ja')).toBe('zh-TW');
    },
  );
  it('does not give the tag of the document to a Chinese sentence in a Japanese file', async () => {
    const languages = await languagesIn(
      'コーヒーのお湯の温度についてのメモです。豆の種類によって味が変わります。\n\n咖啡沖煮水溫建議為 92 °C。\n',
    );
    expect(languages).toContain('zh-TW');
  });
});

describe('folding', () => {
  it('makes Simplified, Japanese, Taiwanese and full-width writing one', async () => {
    const fold = await loadFold();
    expect(new Set(['地热发电', '地熱発電', '地熱發電'].map(fold)).size).toBe(1);
    expect(fold('臺灣')).toBe(fold('台湾'));
    expect(fold('ＥＧＳ')).toBe('egs');
  });
});

describe('indexTokens', () => {
  it('gives pairs of Han and kana characters and stems of other words', () => {
    expect(indexTokens('地熱發電 binary cycles 3.5')).toEqual([
      '地熱',
      '熱發',
      '發電',
      'binary',
      'cycl',
      '3.5',
    ]);
  });
  it('takes a run of half a million characters', () => {
    expect(indexTokens('熱'.repeat(500_000))).toHaveLength(499_999);
  });
});

describe('stem', () => {
  it.each([
    ['reduces', 'reduced'],
    ['cities', 'city'],
    ['costs', 'cost'],
    ['cooling', 'cools'],
  ])('joins %s and %s', (a, b) => {
    expect(stem(a)).toBe(stem(b));
  });
  it('keeps apart what only looks alike', () => {
    expect(stem('general')).not.toBe(stem('generation'));
  });
});

describe('toTraditional', () => {
  it('converts a Simplified question and leaves Traditional text alone', async () => {
    expect(await toTraditional('电动机车的电池回收率')).toBe('電動機車的電池回收率');
    expect(await toTraditional('皇后在台灣的里程')).toBe('皇后在台灣的里程');
  });
});
