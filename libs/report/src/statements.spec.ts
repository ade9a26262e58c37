import { statementsOf } from './read-chapter.ts';

const split = (markdown: string) =>
  statementsOf({ markdown }).map(({ text, markers }) => [text, ...markers]);

describe('statementsOf', () => {
  it('gives a marker behind the full stop to the sentence before it', () => {
    expect(split('產量成長。[^S1-1]出口也成長。[^S2-1][^S2-2]\n\n另一段沒有來源。')).toEqual([
      ['產量成長。', 'S1-1'],
      ['出口也成長。', 'S2-1', 'S2-2'],
      ['另一段沒有來源。'],
    ]);
  });

  it('gives a marker in front of the full stop to the same sentence', () => {
    expect(split('產量成長[^S1-1]。出口也成長。')).toEqual([
      ['產量成長。', 'S1-1'],
      ['出口也成長。'],
    ]);
  });

  it('keeps a quotation whole, whatever sentences it holds', () => {
    const [statement, ...rest] = statementsOf({
      markdown: '文件 A 指出：「The U.S. Navy left. It returned in 1999。後來又走了！」[^S1-2]',
    });
    expect(rest).toEqual([]);
    expect(statement).toEqual({
      text: '文件 A 指出：「The U.S. Navy left. It returned in 1999。後來又走了！」',
      quotes: ['The U.S. Navy left. It returned in 1999。後來又走了！'],
      markers: ['S1-2'],
    });
  });

  it('keeps a remark in brackets with the quotation that it stands behind', () => {
    expect(split('「It costs 5 USD.」（英文原文）[^S1-1]下一句沒有來源。')).toEqual([
      ['「It costs 5 USD.」（英文原文）', 'S1-1'],
      ['下一句沒有來源。'],
    ]);
  });

  it('does not let an uncited sentence borrow the marker of the quotation behind it', () => {
    expect(split('這一句完全沒有來源。「引文。」[^S1-1]')).toEqual([
      ['這一句完全沒有來源。'],
      ['「引文。」', 'S1-1'],
    ]);
    expect(split('No source here. 「Quoted. Twice.」[^S1-1]')).toEqual([
      ['No source here.'],
      ['「Quoted. Twice.」', 'S1-1'],
    ]);
  });

  it('lets the sentence go on behind a quotation that ends with a full stop', () => {
    expect(split('「夜間便は廃止された。」（日文原文）[^S1-1]')).toEqual([
      ['「夜間便は廃止された。」（日文原文）', 'S1-1'],
    ]);
    expect(
      split('一份說「A。」（英文原文）[^S1-1]，另一份說「B。」（日文原文）[^S2-1]。'),
    ).toHaveLength(1);
    expect(split('他說「好。」然後離開。[^S1-1]這句沒有來源。')).toEqual([
      ['他說「好。」然後離開。', 'S1-1'],
      ['這句沒有來源。'],
    ]);
    expect(split('「引文。」[^S1-1]這句沒有來源。')).toEqual([
      ['「引文。」', 'S1-1'],
      ['這句沒有來源。'],
    ]);
  });

  it('reads nested quotations as one and survives half a pair', () => {
    expect(split('「他說：『好。』然後離開。」[^S1-1]')).toHaveLength(1);
    expect(split('「他說：「好。走吧。」[^S1-1]')).toHaveLength(1);
    expect(split('「好。」他說。走吧。」[^S1-1]')).toHaveLength(1);
  });

  it('ends a quotation at its marker, so a lone bracket later cannot stretch it', () => {
    expect(split('「好。」[^S1-1]這句沒有來源。」[^S1-2]').map(([text]) => text)).toEqual([
      '「好。」',
      '這句沒有來源。」',
    ]);
  });

  it('does not split at initials and company suffixes', () => {
    expect(split('依據 U.S. Geological Survey 與 Foo Inc. Taipei 的資料。[^S1-1]')).toHaveLength(1);
  });

  it('resolves escapes, emphasis and links into plain text', () => {
    expect(
      split('**約 1\\_000 \\[件\\]**，見 [官網](https://a.example) 與 `code`。[^S1-1]'),
    ).toEqual([['約 1_000 [件]，見 官網 與 code。', 'S1-1']]);
  });

  it('does not take an escaped marker or one in code for a citation', () => {
    expect(split('原文寫著 \\[^S1-1\\] 與 `[^S1-2]`。')).toEqual([
      ['原文寫著 [^S1-1] 與 [^S1-2]。'],
    ]);
  });

  it('takes list items, table rows and block quotes one by one', () => {
    const markdown = [
      '- 第一項。[^S1-1]\n- 第二項\n  - 內層[^S1-2]\n',
      '| 年 | 件 |\n| - | - |\n| 2023 | 5[^S2-1] |\n',
      '> 整段。引文。[^S3-1]',
    ].join('\n');
    expect(split(markdown)).toEqual([
      ['第一項。', 'S1-1'],
      ['第二項'],
      ['內層', 'S1-2'],
      ['2023 5', 'S2-1'],
      ['整段。引文。', 'S3-1'],
    ]);
  });

  it('finds markers with keys no evidence has, for the gates to refuse', () => {
    expect(split('這句引用不存在的來源。[^S99-1][^1]')).toEqual([
      ['這句引用不存在的來源。', 'S99-1', '1'],
    ]);
  });
});
