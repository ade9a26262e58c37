import type { Chapter, Evidence, Report } from '@dossier/contracts';
import { renderDiffPage } from './diff-page.ts';
import { commentsOf, elementsOf } from './page-elements.builder.ts';
import { aSource, sampleEvidence, sampleKey, sampleReport } from './testing.ts';

const theme = (heading: string, markdown: string): Chapter => ({
  kind: 'theme',
  heading,
  markdown,
});
const limits: Chapter = { kind: 'limits', heading: '限制', markdown: '只看了四份文件。' };
const reportOf = (...chapters: readonly Chapter[]): Report => ({ ...sampleReport(), chapters });

function differences(
  older: Report,
  newer: Report,
  { before = sampleEvidence(), now = sampleEvidence() }: { before?: Evidence; now?: Evidence } = {},
): string {
  return renderDiffPage(
    sampleKey().runId,
    { version: 1, report: older, evidence: before },
    { version: 3, report: newer, evidence: now },
  );
}

const texts = (page: string, tag: string, className = '') =>
  elementsOf(page)
    .filter((e) => e.tag === tag && (e.attributes['class'] ?? '').includes(className))
    .map(({ text }) => text.replace(/\s+/g, ' ').trim());

describe('renderDiffPage', () => {
  it('folds chapters that stayed and names them as unchanged', () => {
    const page = differences(
      reportOf(theme('航次', '甲[^S1-1]。'), limits),
      reportOf(theme('航次', '甲[^S1-1]。'), limits),
    );
    expect(texts(page, 'summary')).toEqual(['1 航次 沒有變動', '2 限制 沒有變動']);
    expect(texts(page, 'ins').slice(1)).toEqual([]);
  });

  it('shows words that came and went, chapters that are new and chapters that are gone', () => {
    const page = differences(
      reportOf(theme('航次', '排放下降四成[^S3-1]。'), theme('經費', '三億元。'), limits),
      reportOf(theme('航次', '排放下降五成[^S3-1]。'), limits, theme('夜間航班', '仍在。')),
    );
    expect(texts(page, 'span', 'change')).toEqual(['有變動', '沒有變動', '新增', '刪去']);
    expect(texts(page, 'ins')).toEqual(['新增的文字', '五成', '夜間航班', '仍在。']);
    expect(texts(page, 'del')).toEqual(['刪去的文字', '四成', '經費', '三億元。']);
    expect(texts(page, 'li')).toEqual(['3章有變動', '1章沒有變動', '0份新來源']);
  });

  it('leads from each marker to the note of the page that it stands on', () => {
    const page = differences(
      reportOf(theme('航次', '甲。[^S1-1]乙。[^S2-1]')),
      reportOf(theme('航次', '乙。[^S2-1]')),
    );
    const links = elementsOf(page).flatMap(({ attributes }) => attributes['href'] ?? []);
    expect(links.filter((href) => href.includes('#note'))).toEqual([
      '../v1/report.html#note-1',
      '../v3/report.html#note-1',
    ]);
  });

  it('calls a chapter changed whose markers mean another source, though its words are the same', () => {
    const { sources, ...evidence } = sampleEvidence();
    const now = {
      ...evidence,
      sources: sources.map((source) =>
        source.key === 'S1'
          ? { ...source, location: { kind: 'file', path: 'other.md' } as const }
          : source,
      ),
    };
    const report = reportOf(theme('航次', '甲[^S1-1]。'));
    const page = differences(report, report, { now });
    expect(texts(page, 'span', 'change')).toEqual(['有變動']);
    expect(texts(page, 'section', 'sources').join()).toContain('other.md');
  });

  it('does not show the marks of headings and tables', () => {
    const table = '### 小節\n\n| 項目 | 值 |\n| --- | :-: |\n| **排放** | 1\\_2 |';
    const page = differences(reportOf(theme('航次', '')), reportOf(theme('航次', table)));
    expect(texts(page, 'div', 'diff')).toEqual(['小節 | 項目 | 值 | | 排放 | 1_2 |']);
  });

  it('shows the search suggestions that belong to either text', () => {
    const suggestion = (group: string) => ({ group, html: `<p>${group}</p>` });
    const page = differences(sampleReport(), sampleReport(), {
      before: { ...sampleEvidence(), searchSuggestions: [suggestion('g1'), suggestion('g5')] },
      now: { ...sampleEvidence(), searchSuggestions: [suggestion('g1'), suggestion('g6')] },
    });
    expect(elementsOf(page).filter(({ tag }) => tag === 'iframe')).toHaveLength(3);
  });

  it('shows those of both versions when two groups of theirs are named alike', () => {
    const suggestion = (html: string) => ({ group: 'g5', html });
    const page = differences(sampleReport(), sampleReport(), {
      before: { ...sampleEvidence(), searchSuggestions: [suggestion('<p>甲</p>')] },
      now: { ...sampleEvidence(), searchSuggestions: [suggestion('<p>乙</p>')] },
    });
    const frames = elementsOf(page).filter(({ tag }) => tag === 'iframe');
    expect(frames.map(({ attributes }) => attributes['srcdoc']?.slice(-8))).toEqual([
      '<p>乙</p>',
      '<p>甲</p>',
    ]);
  });

  it('makes the same bytes of the same input', () => {
    const older = reportOf(theme('航次', '甲。'), limits);
    expect(differences(older, sampleReport())).toBe(differences(older, sampleReport()));
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '[k](javascript:alert(1))',
    '<!-- x -->',
    '[^"onclick="alert(1)]',
    '</style><script>x</script>',
    '\u202e反轉',
  ])('stays inert about %j', (attack) => {
    const source = aSource('S9', attack, { kind: 'web', url: attack }, 'en', { text: attack });
    const now = { ...sampleEvidence(), sources: [source] };
    const report = { ...reportOf(theme(attack, `${attack}[^S9-1]`)), title: attack };
    for (const page of [
      differences(sampleReport(), report, { now }),
      differences(report, sampleReport(), { before: now }),
    ]) {
      const elements = elementsOf(page);
      const tags = new Set(elements.map(({ tag }) => tag));
      for (const tag of ['script', 'img', 'iframe', 'form']) expect(tags).not.toContain(tag);
      expect(elements.flatMap(({ attributes }) => Object.keys(attributes))).not.toContainEqual(
        expect.stringMatching(/^on|^src|^style$/),
      );
      for (const { attributes } of elements) {
        expect(attributes['href'] ?? '').toMatch(
          /^$|^https?:|^\.\.\/[a-z\d]+\/[a-z\d.-]+(?:#note-\d+)?$/,
        );
      }
      expect(commentsOf(page)).toEqual([]);
      expect(page).not.toMatch('\u202e');
    }
  });
});
