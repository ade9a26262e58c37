import { sampleReport } from '@dossier/report/testing';
import { gateOn, withChapter, withTheme } from '../judge.builder.ts';

describe('numeric traceability (G3)', () => {
  it('passes numbers that stand in the cited extracts, however they are written', () => {
    expect(gateOn('G3', sampleReport()).verdict).toBe('pass');
    expect(gateOn('G3', withTheme('２０２５ 年有 1.24 萬航次，占百分之 62。[^S1-1]')).verdict).toBe(
      'pass',
    );
    expect(gateOn('G3', withTheme('經費自 2024 年起編列。[^S4-1]')).verdict).toBe('pass');
  });

  it('fails a number that only another source holds', () => {
    const result = gateOn('G3', withTheme('一年有 12,400 航次。[^S2-1]'));
    expect(result.verdict).toBe('fail');
    expect(result.findings).toEqual(['「航次與時刻」：12,400（一年有 12,400 航次。）']);
  });

  it('fails a number without any citation, in a short phrase too', () => {
    expect(gateOn('G3', withTheme('共 7 艘。')).verdict).toBe('fail');
  });

  it('holds the summary to what it cites, and the limits to nothing', () => {
    expect(gateOn('G3', withChapter('summary', { markdown: '降了 99%。[^S3-1]' })).verdict).toBe(
      'fail',
    );
    expect(gateOn('G3', withChapter('summary', { markdown: '讀了 4 份文件。' })).verdict).toBe(
      'pass',
    );
    expect(gateOn('G3', withChapter('limits', { markdown: '只讀了 4 份文件。' })).verdict).toBe(
      'pass',
    );
  });
});
