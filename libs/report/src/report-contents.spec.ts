import { publishedChapters, topSources } from './report-contents.ts';
import { aSource, sampleEvidence, sampleReport } from './testing.ts';

describe('publishedChapters', () => {
  it('counts as the table of contents does; only themes can be deepened', () => {
    expect(publishedChapters(sampleReport())).toEqual([
      { number: 1, heading: '摘要', deepenable: false },
      { number: 2, heading: '航次與時刻', deepenable: true },
      { number: 3, heading: '排放、噪音與經費', deepenable: true },
      { number: 4, heading: '來源之間的分歧', deepenable: false },
      { number: 5, heading: '限制', deepenable: false },
    ]);
  });
});

describe('topSources', () => {
  it('names the first three cited sources once each, in the order of the notes', () => {
    const sites = topSources(sampleReport(), sampleEvidence()).map(({ site }) => site);
    const [s3, s2, s1] = ['S3', 'S2', 'S1'].map((wanted) =>
      sampleEvidence().sources.find(({ key }) => key === wanted),
    );
    expect(topSources(sampleReport(), sampleEvidence()).map(({ title }) => title)).toEqual([
      s3?.title,
      s2?.title,
      s1?.title,
    ]);
    expect(sites[2]).toBe('annual-report.zh.md');
  });

  it('shows the host of a page, and an address that is none as it is', () => {
    const chapters = [
      { kind: 'theme', heading: '主題', markdown: '一[^S1-1]二[^S2-1]。' },
    ] as const;
    const sources = [
      aSource('S1', '甲', { kind: 'web', url: 'https://www.example.org/a?b=c' }, 'en', {}),
      aSource('S2', '乙', { kind: 'web', url: 'no address' }, 'en', {}),
    ];
    const evidence = { ...sampleEvidence(), sources };
    expect(topSources({ ...sampleReport(), chapters }, evidence)).toEqual([
      { title: '甲', site: 'www.example.org' },
      { title: '乙', site: 'no address' },
    ]);
  });

  it('is empty for a report that cites nothing', () => {
    const chapters = [{ kind: 'theme', heading: '主題', markdown: '一。' }] as const;
    expect(topSources({ ...sampleReport(), chapters }, sampleEvidence())).toEqual([]);
  });
});
