import { runIdOf } from '@dossier/contracts';
import { actsOf, valuesOf } from './card-values.builder.ts';
import { reportCard, reportText, type ReportCardInput } from './report-card.ts';

const run = { runId: runIdOf('01HEVENT'), version: 2 };
const INPUT: ReportCardInput = {
  run,
  question: '台灣碳費 2026 年怎麼收？',
  publication: {
    url: 'https://reports.example/r/碳費?版=1#第一章',
    title: '台灣碳費的三種費率',
    summary: '費率分三級，中小企業多半不受直接影響。',
    counts: { chapters: 2, citations: 12, sources: 5, divergences: 1 },
    chapters: [
      { number: 1, heading: '摘要', deepenable: false },
      { number: 2, heading: '費率', deepenable: true },
      { number: 3, heading: '徵收對象', deepenable: true },
    ],
    topSources: [
      { title: '碳費收費辦法', site: 'law.example' },
      { title: '說明會紀錄', site: 'minutes.md' },
    ],
  },
};
const READ = {
  type: 'uri',
  label: '閱讀完整報告',
  uri: 'https://reports.example/r/%E7%A2%B3%E8%B2%BB?%E7%89%88=1#%E7%AC%AC%E4%B8%80%E7%AB%A0',
};
const NO_LINK = '報告連結暫時無法開啟，請告訴管理者。';

function withPublication(change: Partial<ReportCardInput['publication']>): ReportCardInput {
  return { ...INPUT, publication: { ...INPUT.publication, ...change } };
}

describe('reportCard', () => {
  it('shows version, title, question, summary, counts, chapters to ask about, and sources', () => {
    expect(valuesOf(reportCard(INPUT), 'text')).toEqual([
      '第 2 版',
      '台灣碳費的三種費率',
      '問題：台灣碳費 2026 年怎麼收？',
      '費率分三級，中小企業多半不受直接影響。',
      '2',
      '章',
      '12',
      '引用',
      '5',
      '來源',
      '1',
      '分歧',
      '可以深入的章節',
      '第 2 章　費率',
      '第 3 章　徵收對象',
      '主要來源',
      '・碳費收費辦法（law.example）',
      '・說明會紀錄（minutes.md）',
    ]);
  });

  it('has one primary button to the report, percent-encoded, and three to go on', () => {
    const card = reportCard(INPUT);
    expect(valuesOf(card, 'style')).toEqual(['primary', 'link', 'link', 'link']);
    expect(valuesOf(card, 'action')[0]).toEqual(READ);
    expect(actsOf(card)).toEqual([
      { act: 'deepen', run },
      { act: 'add-sources', run },
      { act: 'history' },
    ]);
  });

  it('says in altText what the list of chats shows', () => {
    expect(reportCard(INPUT).altText).toBe(
      '台灣碳費的三種費率｜第 2 版｜章 2、引用 12、來源 5、分歧 1',
    );
  });

  it('is drawn of publications made before chapters and sources were kept', () => {
    const { chapters: _chapters, topSources: _sources, ...older } = INPUT.publication;
    const texts = valuesOf(reportCard({ ...INPUT, publication: older }), 'text');
    expect(texts).toContain('分歧');
    expect(texts).not.toContain('可以深入的章節');
    expect(texts).not.toContain('主要來源');
  });

  it('names a source once whose title is its site', () => {
    const site = 'statistics.example';
    const card = reportCard(withPublication({ topSources: [{ title: site, site }] }));
    expect(valuesOf(card, 'text')).toContain(`・${site}`);
  });

  it('lists eight chapters and counts the others', () => {
    const chapters = Array.from({ length: 11 }, (_, i) => ({
      number: i + 1,
      heading: '費率',
      deepenable: true,
    }));
    const texts = valuesOf(reportCard(withPublication({ chapters })), 'text');
    expect(texts.filter((text) => /^第 \d+ 章/.test(String(text)))).toHaveLength(8);
    expect(texts).toContain('還有 3 章');
  });

  it.each(['', 'no address', 'javascript:alert(1)', `https://a.example/${'頁'.repeat(400)}`])(
    'gives a reason instead of a button when the address is "%.30s"',
    (url) => {
      const card = reportCard(withPublication({ url }));
      expect(valuesOf(card, 'uri')).toEqual([]);
      expect(valuesOf(card, 'text')).toContain(NO_LINK);
    },
  );

  it('leaves out chapters, sources and most of the summary when it must be short', () => {
    const summary = '費率'.repeat(400);
    const texts = valuesOf(reportCard(withPublication({ summary }), 'short'), 'text');
    expect(texts).not.toContain('可以深入的章節');
    expect(texts).not.toContain('主要來源');
    expect(texts.filter((text) => String(text).startsWith('費率費率'))).toEqual([
      `${'費率'.repeat(99)}費…`,
    ]);
  });
});

describe('reportText', () => {
  it('says the same without a card, with the link', () => {
    const { text } = reportText(INPUT);
    expect(text).toBe(
      `台灣碳費的三種費率｜第 2 版｜章 2、引用 12、來源 5、分歧 1\n\n費率分三級，中小企業多半不受直接影響。\n\n${READ.uri}`,
    );
    expect(reportText(withPublication({ url: 'javascript:alert(1)' })).text).toContain(NO_LINK);
  });
});
