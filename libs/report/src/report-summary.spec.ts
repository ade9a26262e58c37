import { summaryText } from './report-summary.ts';
import { sampleReport } from './testing.ts';

const summaryOf = (markdown: string) =>
  summaryText({ ...sampleReport(), chapters: [{ kind: 'summary', heading: '摘要', markdown }] });

describe('summaryText', () => {
  it('is the summary chapter as plain text without markers', () => {
    expect(summaryText(sampleReport())).toBe(
      '四份文件都談到青嶼港的電動渡輪。排放與噪音下降有兩份文件支持，但航次的數字與夜間航班的去留，文件之間說法不同。',
    );
  });

  it('takes whole sentences as long as they fit', () => {
    const sentence = `${'長'.repeat(89)}。`;
    expect(summaryOf(sentence.repeat(3))).toBe(sentence.repeat(2));
  });

  it('cuts one endless sentence without splitting a character', () => {
    const text = summaryOf(`x${'👩‍🚀'.repeat(80)}`);
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text).toMatch(/👩‍🚀…$/u);
    expect(text.isWellFormed()).toBe(true);
  });

  it('is empty for a report without text', () => {
    expect(summaryText({ ...sampleReport(), chapters: [] })).toBe('');
    expect(summaryOf('')).toBe('');
  });
});
