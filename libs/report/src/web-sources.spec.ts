import type { Evidence, Extract, Source } from '@dossier/contracts';
import { compileMarkdown } from './compile-markdown.ts';
import { elementsOf } from './page-elements.builder.ts';
import { renderReportPage } from './render-report-page.ts';
import { reportCounts } from './report-counts.ts';
import { topSources } from './report-contents.ts';
import { siteOf } from './source-place.ts';
import { aSource, sampleEvaluation, sampleEvidence, sampleKey, sampleReport } from './testing.ts';

const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AWQVqA';
const grounded = { text: '年減 41%', wording: 'grounded' } satisfies Partial<Extract>;
const web = (key: string, title: string, url: string, ...extracts: Partial<Extract>[]): Source =>
  aSource(key, title, { kind: 'web', url }, 'zh-TW', ...extracts);

const sources: readonly Source[] = [
  { ...web('S1', 'port.example', `${REDIRECT}1`, grounded), publishedAt: '2026-03-04' },
  web('S2', '港務局', 'https://www.port.example/news', { text: '夜間航班並未取消。' }),
  web('S3', '不是網址', 'javascript:alert(1)', grounded, { text: '原文。' }),
];
const evidence: Evidence = { ...sampleEvidence(), sources, agreements: [], divergences: [] };
const chapters = [
  { kind: 'theme', heading: '主題', markdown: '一[^S2-1]。二[^S1-1]。三[^S3-1]。再[^S1-1]。' },
] as const;
const report = { ...sampleReport(), chapters };
const page = renderReportPage({
  ...{ key: sampleKey(), report, evidence, evaluation: sampleEvaluation() },
});
const elements = elementsOf(page);
const text = (id: string) =>
  elements.find(({ attributes }) => attributes['id'] === id)?.text.replace(/\s+/g, ' ');
const listed = elements
  .filter(({ tag, attributes }) => tag === 'p' && attributes['class'] === 'place')
  .map(({ text: place }) => place.replace(/\s+/g, ' ').trim());

describe('sources of the web', () => {
  it('says of each note whose words it holds', () => {
    expect(text('note-1')).toMatch('原文摘錄');
    expect(text('note-1')).not.toMatch('搜尋工具');
    expect(text('note-2')).toMatch('搜尋工具依此來源整理的說法');
    expect(text('note-2')).not.toMatch('原文摘錄');
  });

  it('calls all notes literal only when they are', () => {
    expect(page).not.toMatch('每則註腳都是來源原文的逐字摘錄');
    const literal = { ...evidence, sources: sources.filter(({ key }) => key === 'S2') };
    const other = renderReportPage({
      ...{ key: sampleKey(), report, evidence: literal, evaluation: sampleEvaluation() },
    });
    expect(other).toMatch('每則註腳都是來源原文的逐字摘錄');
  });

  it('lists a source with its site, its days and the wording of its extracts', () => {
    expect(listed.slice(0, 3)).toEqual([
      'port.example發布於 2026-03-04擷取於 2026-12-01搜尋工具依此來源整理的說法 1 則',
      'https://www.port.example/news擷取於 2026-12-01原文摘錄 1 則',
      'javascript:alert(1)擷取於 2026-12-01搜尋工具依此來源整理的說法 1 則原文摘錄 1 則',
    ]);
  });

  it('links a redirecting address as it was returned, and no address but http and https', () => {
    const links = elements.filter(({ attributes }) => /^[a-z]+:/.test(attributes['href'] ?? ''));
    expect(new Set(links.map(({ attributes }) => attributes['href']))).toEqual(
      new Set([`${REDIRECT}1`, 'https://www.port.example/news']),
    );
    for (const { attributes } of links) {
      expect(attributes['rel']).toBe('noopener noreferrer nofollow');
    }
  });

  it('numbers each extract once, in order of appearance', () => {
    const numbers = elements.flatMap(({ tag, text: number }) => (tag === 'sup' ? number : []));
    expect(numbers).toEqual(['1', '2', '3', '2']);
  });

  it('marks the words of the search tool in Markdown, where they are no quotation', () => {
    const notes = compileMarkdown(report, evidence)
      .split('\n')
      .filter((line) => /^\[\^\d/.test(line));
    expect(notes).toEqual([
      '[^1]: 港務局 — <https://www.port.example/news>：「夜間航班並未取消。」',
      `[^2]: port.example — <${REDIRECT}1>：搜尋工具依此來源整理的說法：年減 41%`,
      '[^3]: 不是網址 — javascript:alert(1)：搜尋工具依此來源整理的說法：年減 41%',
    ]);
  });

  it('counts and names them on the card', () => {
    expect(reportCounts(report, evidence)).toMatchObject({ citations: 3, sources: 3 });
    expect(topSources(report, evidence).map(({ site }) => site)).toEqual([
      ...['www.port.example', 'port.example', 'javascript:alert(1)'],
    ]);
  });
});

describe('siteOf', () => {
  it.each([
    ['taipower.com.tw', 'taipower.com.tw'],
    ['Geothermal outlook - WWW.IEA.org', 'www.iea.org'],
    ['沒有網域的標題', 'vertexaisearch.cloud.google.com'],
    ['第 3.5 版', 'vertexaisearch.cloud.google.com'],
    ['someone@mail.example', 'vertexaisearch.cloud.google.com'],
  ])('takes the host behind a redirect from the title %j', (title, site) => {
    expect(siteOf({ title, location: { kind: 'web', url: REDIRECT } })).toBe(site);
  });

  it('does not take the title of another page for its host', () => {
    const location = { kind: 'web', url: 'https://evil.example/' } as const;
    expect(siteOf({ title: 'google.com', location })).toBe('evil.example');
  });
});
