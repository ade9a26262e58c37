import fc from 'fast-check';
import { UnreadableChapter } from './parse-chapter.ts';
import { readChapter } from './read-chapter.ts';

const ending = (markdown: string) => readChapter({ markdown }).openEnding;

describe('readChapter', () => {
  it('names the footnotes a body defines itself and reads none of their text', () => {
    const reading = readChapter({ markdown: '本文。[^S1-1]\n\n[^S1-1]: 偽造的註腳\n\n[^x]: 多餘' });
    expect(reading.definitions).toEqual(['S1-1', 'x']);
    expect(reading.statements.map(({ text }) => text)).toEqual(['本文。']);
  });

  it('reads a chapter once however often it is asked for, and again when its text is another', () => {
    const chapter = { markdown: '一。' };
    const first = readChapter(chapter);
    expect(readChapter(chapter)).toBe(first);
    chapter.markdown = '一。二。';
    expect(readChapter(chapter).statements).toHaveLength(2);
    expect(readChapter({ markdown: '一。' })).not.toBe(first);
  });

  it('keeps quotations, block quotes, code and links out of the prose', () => {
    const markdown =
      '自己的話「引文」還有`code`與[連結](https://a.example)。\n\n> 引用段落\n\n### 小標\n\n| 欄 |\n| - |\n| 格 |';
    expect(readChapter({ markdown }).prose).toBe('自己的話還有與。\n小標\n欄\n格');
    expect(readChapter({ markdown }).headingLevels).toEqual([3]);
  });

  it('lists every marker, repeated ones and those in table heads included', () => {
    const markdown = '一[^S1-1]二[^S1-1]。\n\n| 欄[^S2-1] |\n| - |\n| 格 |';
    expect(readChapter({ markdown }).markers).toEqual(['S1-1', 'S1-1', 'S2-1']);
  });

  it('does not let an indented first line slip into a footnote', () => {
    expect(readChapter({ markdown: '    程式碼\n\n本文。[^S1-1]' }).statements).toHaveLength(1);
  });

  it.each([
    '完整的句子。',
    '引文」',
    '有標記[^S1-1]',
    '- 一\n- 二',
    '| 欄 |\n| - |\n| 格 |',
    '```\nx\n```',
    '',
  ])('accepts the ending of %j', (markdown) => expect(ending(markdown)).toBeUndefined());

  it.each([
    '這句話被截',
    '完整。\n\n這句話被',
    '- 一。\n- 二。\n- 三被截',
    '如下：',
    '```\nx',
    '### 小標',
    '標記[^S1-',
  ])('reports that %j stops in the middle', (markdown) =>
    expect(ending(markdown)).toEqual(expect.any(String)),
  );

  it('refuses a body too long or too deep to parse, with its own error', () => {
    expect(() => readChapter({ markdown: 'a'.repeat(50_001) })).toThrow(UnreadableChapter);
    expect(() => readChapter({ markdown: '- '.repeat(5000) })).toThrow(UnreadableChapter);
    expect(() => readChapter({ markdown: '> '.repeat(25) })).toThrow(UnreadableChapter);
  });

  it('reads any other text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (markdown) => {
        expect(readChapter({ markdown }).definitions).toBeInstanceOf(Array);
      }),
    );
  });
});
