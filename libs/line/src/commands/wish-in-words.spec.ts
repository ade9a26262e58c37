import { understand } from './understand.ts';
import { wishInWords } from './wish-in-words.ts';

function read(text: string, quotesReport = false) {
  return wishInWords(text, understand(text), { quotesReport });
}

describe('a wish that no rule understands', () => {
  it.each([
    '這份報告太難懂了',
    '來源都太舊了',
    '第二章太難了',
    '把第二章和第三章合併',
    '第三章有點空',
    '翻譯成英文',
    '報告可以更有趣嗎',
    '把報告裡講成本的地方多寫一點',
    '幫我把報告做成簡報',
    '那個講退役的部分請多說一點',
    '關於退役的那一章請多說一點',
    '講漁業補償的那一段可以寫得更具體',
    'make the report friendlier for kids',
    'もう少しやさしいレポートにして',
  ])('goes along in words when it speaks of the report: %s', (text) => {
    expect(read(text)).toEqual({ kind: 'in-words', instruction: text });
  });

  it.each([
    '第二章在講什麼',
    '這份報告的來源可靠嗎？',
    '企業永續報告書的揭露規範',
    '碳費',
    '嗯',
    '哈哈',
    '地熱發電的成本是多少？',
    '這一段時間美國通膨更嚴重的原因',
    '那部分人口補助的政策演變',
  ])('is none when it asks, or speaks of something else: %s', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('is taken from a quote of the card, unless it says next to nothing', () => {
    expect(read('語氣太硬')).toBeUndefined();
    expect(read('語氣太硬', true)).toEqual({ kind: 'in-words', instruction: '語氣太硬' });
    expect(read('不錯喔', true)).toBeUndefined();
  });

  it('leaves alone what a rule is sure of', () => {
    for (const text of ['深入第二章', '補日文來源', '改寫得口語一點', '取消', '謝謝']) {
      expect(read(text, true)).toBeUndefined();
    }
  });
});
