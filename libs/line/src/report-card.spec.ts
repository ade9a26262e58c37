import fc from 'fast-check';
import { reportCard, type ReportCardInput } from './report-card.ts';

const INPUT: ReportCardInput = {
  question: '台灣碳費 2026 年怎麼收？',
  version: 1,
  publication: {
    url: 'https://reports.example/r/碳費?版=1#第一章',
    title: '台灣碳費的三種費率',
    summary: '費率分三級，中小企業多半不受直接影響。',
    counts: { chapters: 4, citations: 12, sources: 5, divergences: 1 },
  },
};

/** Every value of a property in the card, at any depth. */
function valuesOf(node: unknown, property: string): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  const entries: [string, unknown][] = Object.entries(node);
  return entries.flatMap(([key, value]) => [
    ...(key === property ? [value] : []),
    ...valuesOf(value, property),
  ]);
}

function graphemeCount(text: string): number {
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
}

describe('reportCard', () => {
  it('shows title, version, question, summary and counts', () => {
    expect(valuesOf(reportCard(INPUT), 'text')).toEqual([
      '第 1 版',
      '台灣碳費的三種費率',
      '問題：台灣碳費 2026 年怎麼收？',
      '費率分三級，中小企業多半不受直接影響。',
      '4',
      '章',
      '12',
      '引用',
      '5',
      '來源',
      '1',
      '分歧',
    ]);
  });

  it('has one primary button to the report, percent-encoded', () => {
    const card = reportCard(INPUT);
    expect(valuesOf(card, 'action')).toEqual([
      {
        type: 'uri',
        label: '閱讀完整報告',
        uri: 'https://reports.example/r/%E7%A2%B3%E8%B2%BB?%E7%89%88=1#%E7%AC%AC%E4%B8%80%E7%AB%A0',
      },
    ]);
    expect(valuesOf(card, 'style')).toEqual(['primary']);
  });

  it('says in altText what the list of chats shows', () => {
    expect(reportCard({ ...INPUT, version: 2 }).altText).toBe(
      '台灣碳費的三種費率｜第 2 版｜章 4、引用 12、來源 5、分歧 1',
    );
  });

  it('follows the letter size of the reader in every text and button', () => {
    const card = reportCard(INPUT);
    const scaled = valuesOf(card, 'scaling');
    expect(scaled).toHaveLength(valuesOf(card, 'text').length + 1);
    expect(new Set(scaled)).toEqual(new Set([true]));
  });

  it('gives a reason instead of a button when there is no usable address', () => {
    const urls = ['', 'no address', 'javascript:alert(1)', `https://a.example/${'頁'.repeat(400)}`];
    for (const url of urls) {
      const card = reportCard({ ...INPUT, publication: { ...INPUT.publication, url } });
      expect(valuesOf(card, 'action')).toEqual([]);
      expect(valuesOf(card, 'text')).toContain('報告連結暫時無法開啟，請告訴管理者。');
    }
  });

  it('obeys the limits of LINE for any texts, counts and address', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2_000 }),
      fc.string({ unit: 'grapheme-composite', maxLength: 400 }),
      fc.constantFrom('', ' \n', '\u0001'.repeat(3_000), '👨‍👩‍👧‍👦'.repeat(300)),
    );
    const count = fc.oneof(fc.nat(), fc.double());
    const counts = fc.record({
      chapters: count,
      citations: count,
      sources: count,
      divergences: count,
    });
    const publication = fc.record({
      title: anyText,
      summary: anyText,
      counts,
      url: fc.oneof(anyText, fc.webUrl({ withFragments: true, withQueryParameters: true })),
    });
    fc.assert(
      fc.property(anyText, publication, fc.nat(), (question, published, version) => {
        const card = reportCard({ question, publication: published, version });
        expect(Buffer.byteLength(JSON.stringify(card.contents))).toBeLessThanOrEqual(30_000);
        expect(card.altText.length).toBeLessThanOrEqual(1_500);
        const texts = [...valuesOf(card, 'text'), card.altText].map(String);
        expect(texts.filter((text) => text.trim() === '' || !text.isWellFormed())).toEqual([]);
        for (const label of valuesOf(card, 'label').map(String)) {
          expect(graphemeCount(label)).toBeLessThanOrEqual(40);
        }
        for (const uri of valuesOf(card, 'uri').map(String)) {
          expect(uri).toMatch(/^https?:\/\/[\x21-\x7e]{1,990}$/);
        }
        for (const colour of valuesOf(card, 'color')) expect(colour).toMatch(/^#[0-9A-F]{6}$/);
      }),
    );
  });
});
