import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { elementsOf } from './page-elements.builder.ts';
import { renderReportPage } from './render-report-page.ts';
import { suggestionView } from './search-suggestions.ts';
import { sampleEvaluation, sampleEvidence, sampleKey, sampleReport } from './testing.ts';

const STYLE = '\n.chip { border-radius: 16px; }\n';
const CHIPS = `<style>${STYLE}</style><div><a class="chip" href="https://search.example/?q=a&amp;b">"甲" & 乙</a></div>`;
const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const framesOf = (html: string) => elementsOf(html).filter(({ tag }) => tag === 'iframe');
const shownOf = (...htmls: readonly string[]) =>
  suggestionView(htmls.map((html, i) => ({ group: `g${i + 1}`, html })));

describe('suggestionView', () => {
  it('keeps each suggestion exactly as it was returned, in a frame without scripts', () => {
    const [frame, ...others] = framesOf(shownOf(CHIPS).html?.value ?? '');
    expect(others).toEqual([]);
    expect(frame?.attributes['srcdoc']?.endsWith(CHIPS)).toBe(true);
    expect(frame?.attributes['sandbox']).toBe('allow-popups allow-popups-to-escape-sandbox');
  });

  it.each([
    '<p style="color:red">a</p>',
    '<a href="https://search.example/?q=a" onclick="go()">a</a>',
    '<script>go()</script><!-- said --><custom-chip data-x="1">a</custom-chip>',
    '<link rel="stylesheet" href="https://search.example/a.css"><img src="https://search.example/a.png">',
  ])('takes out nothing that a sanitiser would: %s', (html) => {
    const [frame] = framesOf(shownOf(html).html?.value ?? '');
    expect(frame?.attributes['srcdoc']?.endsWith(html)).toBe(true);
  });

  it('keeps whatever else it is given, too', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('"', '&quot;', '</iframe>', '\u202e', '<!--', "'", '&amp;amp;', '\u200f'),
    );
    fc.assert(
      fc.property(fc.array(anything, { minLength: 1 }), (parts) => {
        const html = `<p>${parts.join('')}`;
        // A parser reads line ends as \n and drops what no document may hold.
        fc.pre(!/[\0\r]/.test(html));
        const frames = framesOf(shownOf(html).html?.value ?? '');
        expect(frames).toHaveLength(1);
        expect(frames[0]?.attributes['srcdoc']?.endsWith(html)).toBe(true);
      }),
    );
  });

  it('shows one for each group, and none that is empty', () => {
    const { html } = suggestionView([
      ...['<p>1</p>', '<p>again</p>'].map((same) => ({ group: 'g1', html: same })),
      { group: 'g2', html: ' ' },
      { group: 'g3', html: '<p>3</p>' },
    ]);
    const frames = framesOf(html?.value ?? '').map(({ attributes }) => attributes['srcdoc']);
    expect(frames.map((document) => document?.slice(-8))).toEqual(['<p>1</p>', '<p>3</p>']);
  });

  it('allows their own styles by hash, attributes only where there are some', () => {
    expect(shownOf(CHIPS, CHIPS).styleSources).toEqual([sha('body{margin:0}'), sha(STYLE)]);
    expect(shownOf('<p style="color:red">a</p>').styleSources).toEqual([
      ...[sha('body{margin:0}'), "'unsafe-hashes'", sha('color:red')],
    ]);
    const many = Array.from({ length: 500 }, (_, i) => `<style>a{top:${i}px}</style>`).join('');
    expect(shownOf(many).styleSources).toHaveLength(100);
  });

  it('shows nothing and allows nothing when there is nothing', () => {
    expect(suggestionView([])).toEqual({ html: undefined, styleSources: [] });
  });
});

describe('a report page with search suggestions', () => {
  const page = renderReportPage({
    ...{ key: sampleKey(), report: sampleReport(), evaluation: sampleEvaluation() },
    evidence: { ...sampleEvidence(), searchSuggestions: [{ group: 'g1', html: CHIPS }] },
  });

  it('shows them before the first chapter, folded into nothing', () => {
    const order = elementsOf(page).flatMap(({ tag, attributes }) =>
      tag === 'iframe' || attributes['class']?.startsWith('chapter') ? tag : [],
    );
    expect(order.indexOf('iframe')).toBe(0);
    const folded = elementsOf(page).filter(({ tag }) => tag === 'details');
    expect(folded.every(({ text }) => !text.includes('甲'))).toBe(true);
  });

  it('allows their style and nothing else more than other pages do', () => {
    const csp = elementsOf(page).find((e) => e.attributes['http-equiv'] !== undefined);
    const [first, style, ...rest] = (csp?.attributes['content'] ?? '').split('; ');
    expect(first).toBe("default-src 'none'");
    expect(style).toMatch(sha(STYLE));
    expect(style).not.toMatch('unsafe');
    expect(rest).toEqual(['img-src data:', "base-uri 'none'", "form-action 'none'"]);
  });
});
