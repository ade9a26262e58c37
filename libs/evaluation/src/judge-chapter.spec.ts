import { extractIndex, type Chapter } from '@dossier/contracts';
import { sampleEvidence, sampleReport } from '@dossier/report/testing';
import { judgeChapter } from './judge-chapter.ts';
import { statementFlaws } from './statement-flaws.ts';

const evidence = sampleEvidence();
const [, theme] = sampleReport().chapters as [Chapter, Chapter];

describe('judgeChapter', () => {
  it('passes each theme of the good report', () => {
    for (const chapter of sampleReport().chapters.filter(({ kind }) => kind === 'theme')) {
      expect(judgeChapter(chapter, evidence)).toEqual([]);
    }
  });

  it.each([
    ['a single source', '年報記載電動渡輪占全部航次的 62%。[^S1-1]'],
    ['an unknown marker', `${theme.markdown}\n\n夜間航班仍然照常行駛到深夜。[^S9-9]`],
    ['an open ending', `${theme.markdown}\n\n[^S1-1] 夜間航班仍然`],
    ['nothing', ''],
    ['a heading that another chapter has', theme.markdown, '摘要'],
  ])('finds %s', (_, markdown, heading = theme.heading) => {
    expect(judgeChapter({ ...theme, markdown, heading }, evidence)).not.toEqual([]);
  });

  it('does not blame a chapter for a document that the evidence holds twice', () => {
    const [first] = evidence.sources;
    if (first === undefined) throw new Error('no source');
    const twice = { ...evidence, sources: [...evidence.sources, { ...first, key: 'S9' }] };
    expect(judgeChapter(theme, twice)).toEqual([]);
  });
});

describe('statementFlaws', () => {
  const flaws = (text: string, ...markers: string[]) =>
    statementFlaws({ text, markers }, extractIndex(evidence));

  it('finds none in a sentence that says what its extract says', () => {
    expect(flaws('電動渡輪行駛 12,400 航次。', 'S1-1')).toEqual({
      unknown: [],
      isUncited: false,
      untraced: [],
      simplified: [],
    });
  });

  it('names each flaw', () => {
    expect(flaws('这一年 12,500 航次。', 'S1-9')).toEqual({
      unknown: ['S1-9'],
      isUncited: true,
      untraced: ['12,500'],
      simplified: ['这'],
    });
  });

  it('leaves the script of a quotation alone', () => {
    expect(flaws('文件寫道「这一年」。', 'S1-1').simplified).toEqual([]);
  });
});
