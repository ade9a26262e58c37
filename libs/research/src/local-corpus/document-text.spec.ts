import { documentText, type DocumentText } from './document-text.ts';

function proseOf({ text, blocks }: DocumentText): string[] {
  return blocks
    .filter(({ kind }) => kind === 'prose')
    .map(({ start, end }) => text.slice(start, end));
}
function headingsOf({ blocks }: DocumentText): string[] {
  return blocks.flatMap(({ kind, level, label }) =>
    kind === 'heading' ? [`${level} ${label}`] : [],
  );
}

describe('a Markdown document', () => {
  const content = [
    '---',
    'title: "年度報告"',
    '---',
    '# 第一章 *地熱*',
    '',
    '第一段的第一行，',
    '第一段的第二行。',
    '',
    '- 清單一',
    '- 清單二',
    '',
    '> 引言',
    '',
    '| 表格 | 值 |',
    '```js',
    'code();',
    '```',
    '<script>',
    'alert(1)',
    '</script>',
    '[^1]: 註腳',
    '第二章',
    '===',
    '[首頁](/a) [消息](/b)',
  ].join('\n');
  const document = documentText('markdown', content, 'a.md');

  it('keeps the file itself as its text, so that offsets are places in the file', () => {
    expect(document.text).toBe(content);
  });
  it('takes the title of the front matter', () => {
    expect(document.title).toBe('年度報告');
  });
  it('knows both kinds of headings and takes off their markup', () => {
    expect(headingsOf(document)).toEqual(['1 第一章 地熱', '1 第二章']);
  });
  it('quotes paragraphs, list items and block quotes, and nothing from tables, code, HTML, notes and link lists', () => {
    expect(proseOf(document)).toEqual([
      '第一段的第一行，\n第一段的第二行。',
      '清單一',
      '清單二',
      '引言',
    ]);
  });
  it('is named after its file when it has no title', () => {
    expect(documentText('markdown', '沒有標題的一段。', 'x/報告.md').title).toBe('報告');
  });
});

describe('a plain text document', () => {
  it('takes short lines over a paragraph as headings and joins lines broken at the margin', () => {
    const wrapped = 'Swapping stations let riders of electric scooters change\nan empty battery.';
    const document = documentText('plain', `Title line\n\n${wrapped}\nNext.\n`, 'a.txt');
    expect(document.title).toBe('Title line');
    expect(proseOf(document)).toEqual([wrapped, 'Next.']);
  });
});

describe('an HTML document', () => {
  const html =
    '<title>標題 &amp; 副題</title><nav>首頁</nav><h2>小 <b>節</b></h2><p>第一句 <i>斜體</i>。\n 同段</p>' +
    '<script>alert("x")</script><style>p{}</style><p hidden>隱藏</p><div style="display: none">也是</div>' +
    '<table><tr><td>格一</td><td>格二</td></tr></table><p><a href="/">只有連結</a></p><ruby>漢<rt>かん</rt></ruby>字';
  const document = documentText('html', html, 'a.html');

  it('reads visible text only, one line per block', () => {
    expect(proseOf(document)).toEqual(['第一句 斜體。 同段', '漢字']);
    expect(document.text).not.toMatch(/alert|隱藏|也是|首頁|かん|p\{\}/u);
  });
  it('takes title and headings from their elements', () => {
    expect(document.title).toBe('標題 & 副題');
    expect(headingsOf(document)).toEqual(['2 小 節']);
  });
  it('gives the same text and offsets every time', () => {
    const { text, blocks } = documentText('html', html, 'a.html');
    expect({ text, blocks }).toEqual({ text: document.text, blocks: document.blocks });
  });
  it('knows the line of the file behind each place of its text', () => {
    const file = [
      '<!doctype html>',
      '<head><title>題</title>',
      '<style>',
      'p { color: red }',
      '</style></head>',
      '<h1>標題</h1>\r',
      '<p>第一句 &amp; 續句。',
      '   <b>第二句</b>在',
      '',
      '下一行。</p><p>同行的第三句。</p>',
    ].join('\n');
    const { text, lineAt } = documentText('html', file, 'a.html');
    const lines = ['標題', '第一句', '續句', '第二句', '下一行', '第三句'].map((words) =>
      lineAt(text.indexOf(words)),
    );
    expect(lines).toEqual([6, 7, 7, 8, 10, 10]);
  });
  it('reads a hundred thousand nested elements in well under a few seconds', () => {
    const started = performance.now();
    const deep = documentText('html', `${'<div>'.repeat(100_000)}<p>深處的一句話。`, 'a.html');
    expect(proseOf(deep)).toEqual(['深處的一句話。']);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
