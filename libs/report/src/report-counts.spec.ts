import { reportCounts } from './report-counts.ts';
import { sampleEvidence, sampleReport } from './testing.ts';

describe('reportCounts', () => {
  it('counts distinct extracts and sources, however often they are cited', () => {
    expect(reportCounts(sampleReport(), sampleEvidence())).toEqual({
      chapters: 3,
      citations: 7,
      sources: 4,
      divergences: 2,
    });
  });

  it('does not count markers the evidence knows nothing of', () => {
    const chapters = [
      { kind: 'theme', heading: '主題', markdown: '一[^S1-1]二[^S8-1]。' },
    ] as const;
    expect(reportCounts({ ...sampleReport(), chapters }, sampleEvidence())).toMatchObject({
      chapters: 1,
      citations: 1,
      sources: 1,
    });
  });
});
