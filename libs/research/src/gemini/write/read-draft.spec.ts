import { markdownOf, readDraft } from './read-draft.ts';

function markersIn(text: string): string[][] {
  return readDraft(text).blocks.flatMap(({ sentences }) =>
    sentences.map(({ marks }) => marks.map(({ key }) => key)),
  );
}

function markdownIn(text: string): string[] {
  return readDraft(text).blocks.flatMap(({ sentences }) => sentences.map(markdownOf));
}

describe('readDraft', () => {
  it.each([
    '排放下降[S1-2][S3-1]。',
    '排放下降[S1-2, S3-1]。',
    '排放下降[^S1-2][^S3-1]。',
    '排放下降【S1-2、S3-1】。',
    '排放下降（S1-2；S3-1）。',
    '排放下降。[S1-2] [S3-1]',
  ])('finds the same markers in %s', (text) => {
    expect(markersIn(text)).toEqual([['S1-2', 'S3-1']]);
  });

  it('gives each sentence its own markers', () => {
    expect(markersIn('排放下降[S1-2]。噪音也是。[S3-1]航次增加[S2-1]。')).toEqual([
      ['S1-2'],
      ['S3-1'],
      ['S2-1'],
    ]);
  });

  it('keeps a marker where it stood, and each once', () => {
    expect(markdownIn('排放[S1-2]與噪音[S3-1]都下降[S1-2]。')).toEqual([
      '排放[^S1-2]與噪音[^S3-1]都下降。',
    ]);
  });

  it('takes what else stands in brackets for an unknown marker', () => {
    expect(markersIn('排放下降[1][S1]。')).toEqual([['1', 'S1']]);
  });

  it('leaves out headings, tables, code and footnotes, and says so', () => {
    const { blocks, dropped } = readDraft(
      '## 章\n一句話[S1-1]。\n\n| a | b |\n```\n[^1]: 註\n***\n另一句話[S1-1]。',
    );
    expect(blocks.map(({ sentences }) => sentences.length)).toEqual([1, 1]);
    expect(dropped).toEqual(['## 章', '| a | b |', '```', '[^1]: 註', '***']);
  });

  it('tells list items from paragraphs, and a figure from a number of a list', () => {
    const { blocks } = readDraft(
      '引言[S1-1]。\n- 甲[S1-1]。\n2. 乙[S1-1]。\n3.2 億元是經費[S1-1]。',
    );
    expect(blocks.map(({ isItem }) => isItem)).toEqual([false, true, true]);
    expect(blocks.at(-1)?.sentences.map(({ text }) => text)).toEqual(['乙。', '3.2 億元是經費。']);
  });

  it('makes text of markup', () => {
    expect(markdownIn('**粗體**與`碼`和 <b>標籤</b>[S1-1]。')).toEqual([
      '粗體與碼和 \\<b>標籤\\</b>[^S1-1]。',
    ]);
  });
});
