import { createHash } from 'node:crypto';
import { elementsOf } from './page-elements.builder.ts';
import { REPORT_PAGE_POLICY } from './page-layout.ts';
import { renderReportPage } from './render-report-page.ts';
import {
  sampleEvaluation,
  sampleEvidence,
  sampleKey,
  samplePlan,
  sampleReport,
} from './testing.ts';

const samplePage = () => ({
  key: sampleKey(),
  report: sampleReport(),
  evidence: sampleEvidence(),
  evaluation: sampleEvaluation(),
  plan: samplePlan(),
  place: { earlier: [1], comparedWith: [1] },
});
const page = renderReportPage(samplePage());
const elements = elementsOf(page);
const byId = (id: string) => elements.find(({ attributes }) => attributes['id'] === id);
const texts = (tag: string, className = '') =>
  elements
    .filter((e) => e.tag === tag && (e.attributes['class'] ?? '').includes(className))
    .map(({ text }) => text.replace(/\s+/g, ' ').trim());

/** Address and words of the links to other pages of the run. */
const linksOf = (of: string) =>
  elementsOf(of)
    .filter(({ attributes }) => attributes['href']?.startsWith('../'))
    .map(({ attributes, text }) => [attributes['href'], text]);

describe('renderReportPage', () => {
  it('makes the same bytes of the same input', () => {
    expect(renderReportPage(samplePage())).toBe(page);
  });

  it('is a Traditional Chinese document without scripts or outside resources', () => {
    expect(page).toMatch(/^<!doctype html>\s*<html lang="zh-Hant-TW">/);
    const tags = new Set(elements.map(({ tag }) => tag));
    for (const tag of ['script', 'link', 'img', 'iframe', 'object', 'form']) {
      expect(tags).not.toContain(tag);
    }
  });

  it('allows its own style by hash and nothing else', () => {
    const csp = elements.find((e) => e.attributes['http-equiv'] === 'Content-Security-Policy');
    const [style, ...others] = elements.filter(({ tag }) => tag === 'style');
    const hash = createHash('sha256')
      .update(style?.text ?? '')
      .digest('base64');
    expect(others).toEqual([]);
    expect(csp?.attributes['content']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(elements.filter(({ attributes }) => 'style' in attributes)).toEqual([]);
  });

  it('has a header policy that a page with an older style still passes', () => {
    expect(REPORT_PAGE_POLICY).toContain("style-src 'unsafe-inline'");
    expect(REPORT_PAGE_POLICY).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
  });

  it('uses every id once and resolves every link inside the page', () => {
    const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = elements.flatMap(({ attributes }) => attributes['href'] ?? []);
    const inner = targets.filter((href) => href.startsWith('#')).map((href) => href.slice(1));
    expect(inner.length).toBeGreaterThan(20);
    expect(inner.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('gives each use of a note its own way back', () => {
    const uses = elements.filter(({ attributes }) => attributes['href'] === '#note-3');
    expect(uses.map(({ attributes }) => attributes['id'])).toEqual([
      'ref-3-1',
      'ref-3-2',
      'ref-3-3',
      'ref-3-4',
    ]);
    expect(uses.map(({ attributes }) => attributes['aria-label'])).toContain('註 3');
    const back = elements.find(({ attributes }) => attributes['href'] === '#ref-3-2');
    expect(back?.attributes['aria-label']).toBe('回到註 3 的第 2 處引用');
  });

  it('shows each excerpt in its place and its context, in its own language', () => {
    const note = byId('note-2')?.text.replace(/\s+/g, ' ');
    expect(note).toContain('青嶼港の電動フェリー導入について 日文');
    expect(note).toContain('harbour/ferry.ja.md › 運航実績（第 12 行）');
    expect(note).toContain('…導入から一年が過ぎた。電動フェリーの運航は');
    expect(texts('mark')).toContain(
      '電動フェリーの運航は年間11,800便で、騒音は約8デシベル下がった。',
    );
    expect(page).toContain('<blockquote lang="ja">');
  });

  it('links web sources without a referrer', () => {
    const link = elements.find((e) => e.attributes['href']?.startsWith('https://ferries.example'));
    expect(link?.attributes['rel']).toBe('noopener noreferrer nofollow');
  });

  it('sets the sides of each divergence beside each other', () => {
    expect(texts('article', 'divergence')).toHaveLength(2);
    expect(texts('section', 'side')).toEqual([
      '12,400 航次 2025 年電動渡輪共行駛 12,400 航次，占全部航次的 62%。3 青嶼港渡輪年報 2025 中文',
      '11,800 航次 電動フェリーの運航は年間11,800便で、騒音は約8デシベル下がった。2 青嶼港の電動フェリー導入について 日文',
      '沒有取消 夜間航班並未取消。6 青嶼港渡輪年報 2025 中文',
      '已經取消 夜間便は廃止された。7 青嶼港の電動フェリー導入について 日文',
    ]);
  });

  it('folds the words on the divergences only when the cards show all they cite', () => {
    expect(texts('details', 'in-words')).toHaveLength(1);
    const { report, ...rest } = samplePage();
    const chapters = report.chapters.map((c) =>
      c.kind === 'divergences' ? { ...c, markdown: '還有一份文件也不同意。[^S4-1]' } : c,
    );
    const rendered = renderReportPage({ ...rest, report: { ...report, chapters } });
    expect(rendered).not.toContain('<details class="in-words">');
    expect(rendered).toContain('還有一份文件也不同意。');
  });

  it('numbers an extract that only a divergence cites behind those of the chapters', () => {
    const { report, ...rest } = samplePage();
    const chapters = report.chapters.map((c) =>
      c.kind === 'divergences' ? { ...c, markdown: '見下表。' } : c,
    );
    const rendered = elementsOf(renderReportPage({ ...rest, report: { ...report, chapters } }));
    const note = rendered.find(({ attributes }) => attributes['id'] === 'note-6');
    expect(note?.text).toContain('夜間航班並未取消。');
  });

  it('says how many checks passed and which failed', () => {
    const { evaluation, ...rest } = samplePage();
    const [first, ...others] = evaluation.gates;
    const failed = { ...first, gate: 'G1', name: 'citation-validity', verdict: 'fail' } as const;
    const gates = [{ measure: 0, threshold: 1, findings: [], ...failed }, ...others];
    const rendered = renderReportPage({ ...rest, evaluation: { ...evaluation, gates } });
    expect(texts('p', 'verdict')).toEqual(['3／3 道檢查通過']);
    expect(rendered).toMatch(/2／3<\/strong> 道檢查通過/);
    expect(rendered).toMatch(/引用都存在（未通過）/);
  });

  it('offers the versions before, what changed, and the pages that know of later ones', () => {
    expect(texts('span', 'version')).toEqual(['第 2 版']);
    expect(linksOf(page)).toEqual([
      ['../v1/report.html', '第 1 版'],
      ['../v2/diff-v1.html', '與第 1 版的差異'],
      ['../latest/versions.html', '所有版本與差異'],
      ['../latest/report.html', '最新版'],
    ]);
  });

  it('offers the newest five of many versions, and differences only where there is a page of them', () => {
    const place = { earlier: [1, 2, 4, 5, 6, 7, 9], comparedWith: [] };
    const hrefs = linksOf(renderReportPage({ ...samplePage(), place })).map(([href]) => href);
    expect(hrefs.slice(0, 5)).toEqual([4, 5, 6, 7, 9].map((n) => `../v${n}/report.html`));
    expect(hrefs.filter((href) => href?.includes('diff'))).toEqual([]);
  });

  it('offers no version when it stands alone', () => {
    const { place: _none, ...alone } = samplePage();
    expect(linksOf(renderReportPage(alone))).toEqual([]);
  });

  it('prints notes and addresses but no table of contents', () => {
    const print = page.slice(page.indexOf('@media print'));
    expect(print).toMatch(/\.toc,[^{]*\{display:none\}/);
    expect(print).toContain('attr(href)');
  });

  it('marks what a report cites without evidence', () => {
    const { report, ...rest } = samplePage();
    const chapters = [{ kind: 'theme', heading: '主題', markdown: '一句。[^S77-1]' }] as const;
    const rendered = renderReportPage({ ...rest, report: { ...report, chapters } });
    expect(rendered).toContain('一句。<sup class="ref">〔來源不明〕</sup>');
  });
});
