import { loadFold } from './fold-text.ts';
import { generalConcepts, Glossary, mineGlosses, parseGlossary } from './glossary.ts';
import { mentions, spellsOut } from './mentions.ts';
import { questionTerms, type Lexicon } from './question-terms.ts';
import { wordClasses } from './stop-words.ts';
import { searchable } from './tokenize.ts';

const fold = await loadFold();
const lexicon: Lexicon = {
  fold,
  glossary: new Glossary(generalConcepts(), fold),
  words: wordClasses(fold),
  isAttested: (run) => run === fold('外送員'),
};
function labels(question: string): string[] {
  return questionTerms(question, lexicon).map(({ label }) => label);
}

describe('questionTerms', () => {
  it.each([
    ['地熱發電對溫泉有什麼影響？', ['地熱', '發電', '溫泉', '影響']],
    ['長照機器人能減輕照服員的負擔嗎', ['長照', '機器人', '減輕', '照服員', '負擔']],
    ['換電站有幾座？', ['換電站']],
    ['平台對外送員的立場', ['平台', '外送員', '立場']],
    ['介護ロボットの導入コストはいくらですか', ['介護', 'ロボット', '導入', 'コスト']],
    ['How much do green roofs cool buildings?', ['green roofs', 'cool', 'buildings']],
    ['？！ 。', []],
    ['我的電話是 ［已遮蔽：電話］，換電站有幾座？', ['換電站']],
  ])('%s', (question, expected) => {
    expect(labels(question)).toEqual(expected);
  });
  it('knows which words are vague and which stand in one compound', () => {
    const terms = questionTerms('地熱發電的影響', lexicon);
    expect(terms.map(({ isVague }) => isVague)).toEqual([false, false, true]);
    const [a, b, c] = terms.map(({ compound }) => compound);
    expect(a).toBe(b);
    expect(c).not.toBe(a);
  });
  it('gives each term the words of all languages that the glossary knows', () => {
    const [term] = questionTerms('機器人', lexicon);
    expect(term?.forms).toEqual(expect.arrayContaining(['機器人', 'ロボット', 'robot']));
    expect([...(term?.languages ?? [])].sort()).toEqual(['en', 'ja', 'zh-TW']);
  });
  it('reads no more than a question of an essay', () => {
    expect(questionTerms('山川湖海風雲雷電。'.repeat(2_000), lexicon).length).toBeLessThanOrEqual(
      24,
    );
  });
});

describe('mentions', () => {
  it('finds a word in any script and in pieces, but no part of an English word', () => {
    expect(mentions(searchable('地热发电', fold), [fold('地熱發電')])).toBe(1);
    expect(mentions(searchable('隔熱的屋頂', fold), [fold('屋頂隔熱')])).toBeGreaterThan(0);
    expect(mentions(searchable('roofing felt', fold), ['roo'])).toBe(0);
    expect(mentions(searchable('two care workers', fold), ['care worker'])).toBe(1);
  });
  it('sees an abbreviation spelt out nearby', () => {
    expect(spellsOut(searchable('室溫平均降低三度', fold), ['降溫'])).toBe(true);
    expect(spellsOut(searchable('溫度計的照片在另外一頁，價格降了', fold), ['降溫'])).toBe(false);
  });
});

describe('a glossary', () => {
  it('is read from JSON and refused when it is not a list of concepts', () => {
    expect(parseGlossary('[{"zh-TW":["回注"],"en":["reinjection"]}]')).toEqual([
      { 'zh-TW': ['回注'], ja: [], en: ['reinjection'] },
    ]);
    for (const bad of ['{', '{}', '[1]', '[{"fr":["x"]}]', '[{"en":"x"}]', '[{"en":[""]}]']) {
      expect(parseGlossary(bad)).toBeNull();
    }
  });
  it('learns from documents that explain a word in brackets', () => {
    const glossary = new Glossary(mineGlosses('所謂熱島效應（urban heat island）是指'), fold);
    expect(glossary.conceptsOf('熱島效應').flatMap(({ en }) => en)).toEqual(['urban heat island']);
  });
  it('knows the names of regions in all languages', () => {
    expect(lexicon.glossary.conceptsOf('日本').flatMap(({ en }) => en)).toContain('Japan');
  });
});
