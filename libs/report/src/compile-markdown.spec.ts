import type { Nodes } from 'mdast';
import fc from 'fast-check';
import { visit } from 'unist-util-visit';
import { compileMarkdown } from './compile-markdown.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { aSource, sampleEvidence, sampleReport } from './testing.ts';

const withBody = (markdown: string) => {
  const report = sampleReport();
  return {
    ...report,
    chapters: report.chapters.map((c, i) => (i === 1 ? { ...c, markdown } : c)),
  };
};

function nodesOf(markdown: string, type: Nodes['type']): readonly Nodes[] {
  const found: Nodes[] = [];
  visit(parseMarkdown(markdown), type, (node) => {
    found.push(node);
  });
  return found;
}

describe('compileMarkdown', () => {
  it('numbers markers once, in order of appearance, the same extract under the same number', () => {
    const compiled = compileMarkdown(sampleReport(), sampleEvidence());
    expect(compiled).toContain('兩份文件支持[^1][^2]，');
    expect(compiled).toContain('占全部航次的 62%。」[^3]');
    expect(compiled).toContain('下降 41%[^1] |');
    expect(compiled).not.toMatch(/\[\^S/);
    expect(nodesOf(compiled, 'footnoteDefinition')).toHaveLength(7);
  });

  it('writes every note from the evidence: title, place and excerpt', () => {
    const compiled = compileMarkdown(sampleReport(), sampleEvidence());
    expect(compiled).toContain(
      '[^3]: 青嶼港渡輪年報 2025 — harbour/annual-report.zh.md › 營運概況（第 12 行）：「2025 年電動渡輪共行駛 12,400 航次，占全部航次的 62%。」',
    );
    expect(compiled).toContain(
      '— <https://ferries.example/qingyu?year=2025> › Measured effects：「The U.S.',
    );
  });

  it('lists sources by document with language and the date of reading in Taiwan', () => {
    const unused = aSource('S9', '沒用到', { kind: 'file', path: 'x.md' }, 'en', {});
    const evidence = sampleEvidence();
    const compiled = compileMarkdown(sampleReport(), {
      ...evidence,
      sources: [...evidence.sources, unused],
    });
    expect(compiled).toContain(
      '- 青嶼港の電動フェリー導入について — harbour/ferry.ja.md（日文，擷取於 2026-12-01）',
    );
    expect(compiled).toMatch(/讀過而未引用：\n\n- 沒用到 — x\.md/);
  });

  it('gives the same text for the same input', () => {
    const compile = () => compileMarkdown(sampleReport(), sampleEvidence());
    expect(compile()).toBe(compile());
  });

  it('shows a marker without evidence as of unknown source', () => {
    expect(compileMarkdown(withBody('一句。[^S77-1]'), sampleEvidence())).toContain(
      '一句。〔來源不明〕',
    );
  });

  it('drops footnotes a chapter defines itself, and lets its headings sink below chapters', () => {
    const body = '# 大標\n\n次標\n===\n\n一句。[^S1-1]\n\n[^S1-1]: 偽造\n    兩行';
    const compiled = compileMarkdown(withBody(body), sampleEvidence());
    expect(compiled).toContain('### 大標\n\n### 次標\n');
    expect(compiled).not.toContain('偽造');
    expect(
      nodesOf(compiled, 'heading').filter((n) => n.type === 'heading' && n.depth === 1),
    ).toHaveLength(1);
  });

  it('holds no raw HTML, image or foreign link, however a chapter or a source is written', () => {
    const piece = fc.constantFrom(
      ...[
        '<script>',
        '<scr',
        'ipt>',
        '</script>',
        '<!--',
        '-->',
        '<b>',
        '![a](x)',
        '[ipt](javascript:x)',
      ],
      ...[
        '[a][b]',
        '\n\n[b]: javascript:x\n\n',
        '\n',
        '\n\n',
        '# ',
        '| a |\n| - |\n| ',
        '> ',
        '- ',
        'x',
        '。',
      ],
      ...[
        '[^S1-1]',
        '[^9]',
        '\n\n[^S1-1]: y\n\n',
        'http://a.b',
        '<http://a.b>',
        '&lt;b>',
        '\\',
        '`',
        '**',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(piece, { maxLength: 8 }), (a, b) => {
        const evidence = sampleEvidence();
        const title = b.join('');
        const hostile = aSource('S1', title, { kind: 'web', url: title }, 'en', {
          text: title,
          heading: title,
        });
        const report = withBody(a.join(''));
        const chapters = report.chapters.slice(1, 2);
        const compiled = compileMarkdown(
          { ...report, chapters },
          { ...evidence, sources: [hostile] },
        );
        visit(parseMarkdown(compiled), (node) => {
          expect(['html', 'image', 'definition', 'linkReference']).not.toContain(node.type);
          if (node.type === 'link') expect(node.url).toMatch(/^https?:/);
        });
      }),
      { numRuns: 80 },
    );
  });
});
