import fc from 'fast-check';
import { statementSpans } from './statement-spans.ts';

function statements(text: string, part = text): string[] {
  const start = text.indexOf(part);
  return statementSpans(text, { start, end: start + part.length }).map((span) =>
    text.slice(span.start, span.end),
  );
}

describe('statementSpans', () => {
  it.each([
    ['- 地熱發電成本下降。', ['地熱發電成本下降。']],
    ['* 地熱發電成本下降。', ['地熱發電成本下降。']],
    ['1. 地熱發電成本下降。', ['地熱發電成本下降。']],
    ['## 成本與規模\n\n地熱發電成本下降。', ['成本與規模', '地熱發電成本下降。']],
    ['> **地熱發電成本下降。**', ['地熱發電成本下降。']],
    ['- 甲方說成本下降。\n- 乙方說成本上升。', ['甲方說成本下降。', '乙方說成本上升。']],
    ['，地熱發電成本下降', ['地熱發電成本下降']],
    ['-5 度時仍可發電。', ['-5 度時仍可發電。']],
    ['- > 30% 的人支持。', ['> 30% 的人支持。']],
    ['* ~30% 的人支持。', ['~30% 的人支持。']],
    ['- #1 的產品支援 C#', ['#1 的產品支援 C#']],
  ])('leaves out the marks around a statement: %s', (text, expected) => {
    expect(statements(text)).toEqual(expected);
  });

  it.each([
    ['成本**沒有**下降。', ['成本**沒有**下降。']],
    ['**台積電** 營收成長。', ['**台積電** 營收成長。']],
    ['營收成長 **30%**', ['營收成長 **30%**']],
    ['- **三星：** 營收成長 30%。', ['**三星：** 營收成長 30%。']],
  ])(
    'keeps emphasis inside a sentence, since a cut could turn its meaning: %s',
    (text, expected) => {
      expect(statements(text)).toEqual(expected);
    },
  );

  it('takes in the other mark of a pair when a support was cut beside it', () => {
    expect(statements('**台積電** 營收成長。', '台積電** 營收成長。')).toEqual([
      '**台積電** 營收成長。',
    ]);
  });

  it.each([
    ['a link', '詳見[這份報告](https://evil.example/x)的內容。'],
    ['an address', '詳見 https://evil.example/x 的內容說明。'],
    ['an address without a scheme', '詳見 www.evil.example 的內容說明。'],
    ['words struck out', '~~成本下降很多。~~'],
    ['a tag', '成本<script>alert(1)</script>下降很多。'],
    ['a footnote', '成本下降很多[^S9-9]。'],
    ['a picture', '成本下降很多![圖](x)。'],
    ['cells of a table', '項目 | 數值 | 單位'],
    ['a direction override', '成本\u202e下降很多。'],
    ['an invisible space', '成本\u200b下降很多。'],
    ['half a character', '成本下降\ud83c很多。'],
    ['only marks', '**---** ##'],
    ['only a figure', '30%'],
    ['too few characters', '是的。'],
  ])('quotes nothing that holds %s', (_name, text) => {
    expect(statements(text)).toEqual([]);
  });

  it('keeps the other sentences of a line that holds an address', () => {
    const text = '地熱發電的成本近年來明顯下降。詳見 https://evil.example/x 的說明。';
    expect(statements(text)).toEqual(['地熱發電的成本近年來明顯下降。']);
  });

  it.each(['250 噸二氧化碳被封存。', '.5 倍的成本被省下。'])(
    'does not begin inside a figure: %s',
    (part) => {
      expect(statements('共有 1,250 噸二氧化碳被封存。約 2.5 倍的成本被省下。', part)).toEqual([]);
    },
  );

  it('quotes no part of an address', () => {
    const text = '詳見 https://evil.example/x/long/path 的說明。';
    expect(statements(text, 'evil.example/x/long')).toEqual([]);
    expect(statements(text, '/path 的說明。')).toEqual([]);
  });

  it('cuts a long paragraph into its sentences', () => {
    const text = '地熱發電的成本近年來明顯下降，各國都在投資。'.repeat(30);
    const found = statements(text);
    expect(found).toHaveLength(30);
    expect(new Set(found).size).toBe(1);
  });

  it('gives clean places of the text, whatever the text and the span are', () => {
    const piece = fc.constantFrom(
      '**',
      '- ',
      '# ',
      '\n',
      '地熱發電成本下降',
      '。',
      'grow 3.5%',
      '🌋',
      '[a](https://b.c)',
      '|',
      '`',
      '\ud83c',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.nat(), fc.nat(), (pieces, a, b) => {
        const text = pieces.join('');
        const start = a % (text.length + 1);
        const end = start + (b % (text.length - start + 1));
        for (const span of statementSpans(text, { start, end })) {
          const found = text.slice(span.start, span.end);
          expect(span.start).toBeLessThan(span.end);
          expect(found).toMatch(/\p{L}/u);
          expect(found).not.toMatch(/\n|\]\(|https?:|^[-#>|\s]|[\s|]$/u);
          expect(found.split('**').length % 2).toBe(1);
          expect(found.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
