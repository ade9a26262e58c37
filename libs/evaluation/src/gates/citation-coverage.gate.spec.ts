import { sampleReport } from '@dossier/report/testing';
import { gateOn, withChapter, withTheme } from '../judge.builder.ts';

const cited = '這是有來源支持的第一個完整句子。[^S1-1]';

describe('citation coverage (G2)', () => {
  it('passes a report whose statements are cited', () => {
    expect(gateOn('G2', sampleReport())).toMatchObject({ verdict: 'pass', measure: 1 });
  });

  it('allows one uncited statement in ten, not two', () => {
    const lines = (uncited: number) =>
      [
        ...Array<string>(10 - uncited).fill(cited),
        ...Array<string>(uncited).fill('這個句子夠長但是沒有任何來源。'),
      ].join('\n\n');
    const divergences = { markdown: '未發現分歧。' };
    const report = (uncited: number) => {
      const base = withTheme(lines(uncited));
      return {
        ...base,
        chapters: base.chapters
          .filter((c, i) => c.kind !== 'theme' || i === 1)
          .map((c) => (c.kind === 'divergences' ? { ...c, ...divergences } : c)),
      };
    };
    expect(gateOn('G2', report(1))).toMatchObject({ verdict: 'pass', measure: 0.9 });
    expect(gateOn('G2', report(2))).toMatchObject({ verdict: 'fail', measure: 0.8 });
  });

  it('does not count a marker without evidence', () => {
    const result = gateOn('G2', withTheme('這個句子引用了一個不存在的來源。[^S99-1]'));
    expect(result.verdict).toBe('fail');
  });

  it('does not ask short phrases, summaries and limits for sources', () => {
    expect(gateOn('G2', withChapter('divergences', { markdown: '未發現分歧。' })).verdict).toBe(
      'pass',
    );
    const summary = withChapter('summary', {
      markdown: '這個摘要裡的句子很長而且沒有附上任何來源。',
    });
    expect(gateOn('G2', summary).verdict).toBe('pass');
  });
});
