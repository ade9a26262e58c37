import { sampleReport } from '@dossier/report/testing';
import { gateOn, withChapter, withTheme } from '../judge.builder.ts';

describe('structure (G7)', () => {
  it('passes summary, themes, divergences and limits in order', () => {
    expect(gateOn('G7', sampleReport())).toMatchObject({ verdict: 'pass', measure: 0 });
  });

  it('needs no divergences chapter', () => {
    const report = sampleReport();
    const chapters = report.chapters.filter(({ kind }) => kind !== 'divergences');
    expect(gateOn('G7', { ...report, chapters }).verdict).toBe('pass');
  });

  it('names a body that stops in the middle', () => {
    expect(gateOn('G7', withTheme('第一句完整。[^S1-1]\n\n第二句說到一')).findings).toEqual([
      '「航次與時刻」：結尾不完整：第二句說到一',
    ]);
  });

  it('refuses headings in the body that would pass for chapters', () => {
    expect(gateOn('G7', withTheme('## 假的一章\n\n內容。[^S1-1]')).verdict).toBe('fail');
    expect(gateOn('G7', withTheme('### 小節\n\n內容。[^S1-1]')).verdict).toBe('pass');
  });

  it('refuses an empty title, an empty heading and a second summary', () => {
    expect(gateOn('G7', { ...sampleReport(), title: ' ' }).findings).toEqual(['沒有標題']);
    expect(gateOn('G7', withChapter('theme', { heading: '' })).verdict).toBe('fail');
    expect(gateOn('G7', withChapter('theme', { kind: 'summary' })).verdict).toBe('fail');
  });
});
