import fc from 'fast-check';
import { commentsOf, elementsOf } from './page-elements.builder.ts';
import { renderReportPage } from './render-report-page.ts';
import { aSource, sampleEvaluation, sampleEvidence, sampleKey, sampleReport } from './testing.ts';

const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<a href="javascript:alert(1)" onclick="x">k</a>',
  '[k](javascript:alert(1))',
  '[k](JaVaScRiPt:alert(1))',
  '[k](&#106;avascript:alert(1))',
  '[k](data:text/html,<script>alert(1)</script>)',
  '[k](vbscript:x)',
  '[k](/admin "title")',
  '[k](//evil.example)',
  '[k](#note-1)',
  '<javascript:alert(1)>',
  '![k](http://evil.example/pixel.gif)',
  '[k][ref]\n\n[ref]: javascript:alert(1)',
  '<!-- comment --> --> <!--',
  '</style><script>alert(1)</script>',
  '<style>body{display:none}</style>',
  '</title></head><body onload=alert(1)>',
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  '`</code><script>`',
  '[^1]: x',
  '[^S1-1]: 偽造',
  '# 假標題',
  '<h2 id="notes">假</h2>',
  '<input autofocus onfocus=alert(1)>',
  '- [x] <b>task</b>',
  '<meta http-equiv="refresh" content="0;url=http://evil.example">',
  '<base href="http://evil.example">',
  '\u202e反轉\u2066隔離\u200f',
  '\u0000\u0008\ud800',
  '&lt;script&gt;',
  '| a |\n| - |\n| <script>x</script> |',
] as const;

const ALLOWED = new Set([
  ...[
    'html',
    'head',
    'meta',
    'title',
    'style',
    'body',
    'a',
    'header',
    'p',
    'span',
    'h1',
    'h2',
    'h3',
    'h4',
  ],
  ...[
    'ul',
    'ol',
    'li',
    'strong',
    'em',
    'del',
    'br',
    'hr',
    'bdi',
    'code',
    'pre',
    'div',
    'nav',
    'details',
  ],
  ...[
    'summary',
    'main',
    'section',
    'sup',
    'blockquote',
    'article',
    'figure',
    'figcaption',
    'mark',
    'svg',
  ],
  ...['rect', 'dl', 'dt', 'dd', 'footer', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);

function hostilePage(attack: string, url = attack): string {
  const found = aSource(
    'S1',
    attack,
    { kind: 'web', url },
    'en',
    { text: attack, heading: attack, before: attack, after: attack },
    { text: attack, wording: 'grounded' },
  );
  const source = { ...found, publishedAt: attack };
  const base = sampleReport();
  return renderReportPage({
    key: sampleKey(),
    report: {
      ...base,
      title: attack,
      provider: attack,
      writtenAt: attack,
      chapters: base.chapters.map((c) => ({
        ...c,
        heading: attack,
        markdown: `${attack}\n\n一[^S1-1]。${attack}`,
      })),
    },
    evidence: {
      ...sampleEvidence(),
      question: attack,
      sources: [source],
      divergences: [
        {
          kind: 'numeric',
          claim: attack,
          sides: [{ position: attack, extracts: ['S1-1', 'S1-2'] }],
        },
      ],
    },
    evaluation: {
      ...sampleEvaluation(),
      gates: [
        {
          gate: attack,
          name: attack,
          verdict: 'pass',
          measure: 1,
          threshold: 1,
          findings: [attack],
        },
      ],
    },
    place: { earlier: [1], comparedWith: [1] },
  });
}

function expectInert(page: string): void {
  const elements = elementsOf(page);
  expect(elements.map(({ tag }) => tag).filter((tag) => !ALLOWED.has(tag))).toEqual([]);
  expect(
    elements.filter(({ tag }) => tag === 'style' || tag === 'body' || tag === 'title'),
  ).toHaveLength(3);
  expect(elements.filter(({ tag }) => tag === 'meta')).toHaveLength(7);
  expect(commentsOf(page)).toEqual([]);
  for (const { attributes } of elements) {
    expect(
      Object.keys(attributes).filter((name) => /^on|^style$|^src|^srcdoc$/.test(name)),
    ).toEqual([]);
    if ('href' in attributes)
      expect(attributes['href']).toMatch(
        /^(?:https?:\/\/|mailto:|#[a-z-]+[\d-]*$|\.\.\/[a-z\d]+\/[a-z\d-]+\.html$)/,
      );
  }
  expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u0000-\u0008]/);
  expect(page.isWellFormed()).toBe(true);
}

describe('a report page about hostile text', () => {
  it.each(ATTACKS)('stays inert: %j', (attack) => {
    expectInert(hostilePage(attack));
  });

  it('stays inert whatever attacks are joined', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...ATTACKS), fc.string({ maxLength: 4 })), {
          maxLength: 5,
        }),
        fc.constantFrom('', ' ', '\n\n'),
        (attacks, glue) => expectInert(hostilePage(attacks.join(glue))),
      ),
      { numRuns: 25 },
    );
  });

  it('shows raw HTML as the text it is', () => {
    const texts = elementsOf(hostilePage('<b>粗</b>')).filter(({ tag }) => tag === 'p');
    expect(texts.some(({ text }) => text.startsWith('<b>粗</b>'))).toBe(true);
  });

  it('keeps smuggled notes out and smuggled headings below the chapters', () => {
    const report = sampleReport();
    const markdown = '文[^S1-1]。\n\n# 假標題\n\n假章\n===\n\n[^S1-1]: 偽造的註腳\n    第二行';
    const page = renderReportPage({
      key: sampleKey(),
      report: { ...report, chapters: report.chapters.map((c) => ({ ...c, markdown })) },
      evidence: sampleEvidence(),
      evaluation: sampleEvaluation(),
    });
    expect(page).not.toMatch(/偽造|第二行/);
    const headings = elementsOf(page).filter(({ text }) => text === '假標題' || text === '假章');
    expect(new Set(headings.map(({ tag }) => tag))).toEqual(new Set(['h3']));
    expect(elementsOf(page).filter(({ tag }) => tag === 'h1')).toHaveLength(1);
  });

  it('takes no address for a link but http and https', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'no address',
    ]) {
      const links = elementsOf(hostilePage('text', url)).flatMap((e) => e.attributes['href'] ?? []);
      expect(links.filter((href) => !/^(?:#|\.\.\/)/.test(href))).toEqual([]);
    }
  });

  it('lets very long words break instead of widening the page', () => {
    expect(hostilePage('長'.repeat(3000))).toContain('overflow-wrap:anywhere');
  });
});
