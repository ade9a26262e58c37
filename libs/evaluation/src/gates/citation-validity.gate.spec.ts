import { sampleReport } from '@dossier/report/testing';
import { gateOn, withChapter, withTheme } from '../judge.builder.ts';

describe('citation validity (G1)', () => {
  it('passes when every marker names an extract', () => {
    expect(gateOn('G1', sampleReport())).toMatchObject({
      verdict: 'pass',
      measure: 1,
      findings: [],
    });
  });

  it('fails on one unknown key and says where', () => {
    const result = gateOn('G1', withTheme('一句話。[^S1-1][^S1-9]'));
    expect(result.verdict).toBe('fail');
    expect(result.findings).toEqual(['「航次與時刻」：[^S1-9] 不在證據中']);
  });

  it('looks at every chapter, and takes keys letter for letter', () => {
    const result = gateOn('G1', withChapter('limits', { markdown: '限制。[^s1-1]' }));
    expect(result.findings).toEqual(['「限制」：[^s1-1] 不在證據中']);
  });

  it('does not take an escaped marker for a citation', () => {
    expect(gateOn('G1', withTheme('原文是 \\[^S99-1\\]。[^S1-1]')).verdict).toBe('pass');
  });
});
