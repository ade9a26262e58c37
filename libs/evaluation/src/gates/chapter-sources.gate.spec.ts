import { sampleEvidence, sampleReport } from '@dossier/report/testing';
import { gateOn, withTheme } from '../judge.builder.ts';

describe('chapter sources (G6)', () => {
  it('passes themes that cite two sources each', () => {
    expect(gateOn('G6', sampleReport())).toMatchObject({
      verdict: 'pass',
      measure: 2,
      threshold: 2,
    });
  });

  it('counts sources, not extracts', () => {
    expect(gateOn('G6', withTheme('一。[^S1-1]二。[^S1-2]'))).toMatchObject({
      verdict: 'fail',
      measure: 1,
      findings: ['「航次與時刻」：引用 1 個來源，至少要 2 個'],
    });
  });

  it('asks no more of a report than its evidence holds', () => {
    const evidence = sampleEvidence();
    const one = { ...evidence, sources: evidence.sources.slice(0, 1) };
    const base = withTheme('一。[^S1-1]二。[^S1-2]');
    const report = {
      ...base,
      chapters: base.chapters.filter((c, i) => c.kind !== 'theme' || i === 1),
    };
    expect(gateOn('G6', report, one)).toMatchObject({ verdict: 'pass', threshold: 1 });
    expect(gateOn('G6', report, { ...evidence, sources: [] })).toMatchObject({ verdict: 'fail' });
  });
});
