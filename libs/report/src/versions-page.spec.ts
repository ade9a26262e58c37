import type { FollowUpWish, ResearchRequest } from '@dossier/contracts';
import { elementsOf } from './page-elements.builder.ts';
import { sampleEvidence, sampleKey } from './testing.ts';
import { renderVersionsPage } from './versions-page.ts';

const NEW: ResearchRequest = {
  ...{ kind: 'new', question: sampleEvidence().question, reportLanguage: 'zh-TW' },
  searchLanguages: ['zh-TW'],
};
const startedAt = '2026-12-01T01:00:00.000Z';
const first = { version: 1, title: '甲', request: NEW, startedAt, comparedWith: [] };

function words(wish: FollowUpWish): string | undefined {
  const second = { ...first, version: 2, request: { ...NEW, ...wish, baseVersion: 1 } };
  const page = renderVersionsPage(sampleKey().runId, [first, second]);
  return elementsOf(page).find(({ attributes }) => attributes['class'] === 'meta')?.text;
}

describe('renderVersionsPage', () => {
  it.each<[FollowUpWish, string]>([
    [{ kind: 'deepen', chapter: 2 }, '深入第 2 章'],
    [{ kind: 'add-sources', languages: ['ja', 'en'] }, '補充日文、英文來源'],
    [{ kind: 'add-sources', chapter: 3 }, '第 3 章補充來源'],
    [{ kind: 'rewrite' }, '改寫'],
    [{ kind: 'republish' }, '重新發布'],
    [{ kind: 'in-words', instruction: '<b>短一點' }, '「<b>短一點」'],
  ])('says what a version was made for: %j', (wish, said) => {
    expect(words(wish)).toBe(`2026-12-01以第 1 版為基礎：${said}`);
  });

  it('links each version and its differences, the newest first', () => {
    const versions = [first, { ...first, version: 2, comparedWith: [1] }];
    const third = { ...first, version: 3, comparedWith: [1, 2] };
    const page = renderVersionsPage(sampleKey().runId, [...versions, third]);
    expect(elementsOf(page).flatMap(({ attributes }) => attributes['href'] ?? [])).toEqual([
      ...['../v3/report.html', '../v3/diff-v2.html', '../v3/diff-v1.html'],
      ...['../v2/report.html', '../v2/diff-v1.html', '../v1/report.html'],
    ]);
  });
});
