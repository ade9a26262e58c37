import { sampleReport } from '@dossier/report/testing';
import { gateOn, withTheme } from '../judge.builder.ts';

describe('duplication (G9)', () => {
  it('passes a report that says each thing once', () => {
    expect(gateOn('G9', sampleReport())).toMatchObject({ verdict: 'pass', measure: 0 });
  });

  it('fails a statement repeated with other punctuation', () => {
    const result = gateOn(
      'G9',
      withTheme(
        '電動渡輪每天往返兩座島嶼與港口。[^S1-1]\n\n電動渡輪，每天往返兩座島嶼與港口！[^S2-1]',
      ),
    );
    expect(result.verdict).toBe('fail');
    expect(result.findings).toEqual(['「航次與時刻」：重複：電動渡輪，每天往返兩座島嶼與港口！']);
  });

  it('lets the divergences chapter quote again what a theme quoted', () => {
    const quote = '日文文件說明：「夜間便は廃止された。」而且沒有例外。[^S2-2]';
    const base = withTheme(quote);
    const chapters = base.chapters.map((c) =>
      c.kind === 'divergences' ? { ...c, markdown: quote } : c,
    );
    expect(gateOn('G9', { ...base, chapters }).verdict).toBe('pass');
  });

  it('does not confuse statements that differ in more than a word', () => {
    const text =
      '電動渡輪每天往返兩座島嶼與港口。[^S1-1]\n\n柴油渡輪只在颱風季支援外海航線。[^S2-1]';
    expect(gateOn('G9', withTheme(text)).verdict).toBe('pass');
  });
});
