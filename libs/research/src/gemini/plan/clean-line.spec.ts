import { cleanLine } from './clean-line.ts';

describe('a line of a model', () => {
  it.each([
    ['地熱\n發電\u2028 成本\u0000', '地熱 發電 成本'],
    ['看 https://evil.example/a?b#c 這裡', '看 這裡'],
    ['www.evil.example/x 成本', '成本'],
    ['成本 site:evil.example -filetype:pdf', '成本'],
    ['<img src=x onerror=alert(1)>成本</b>', '成本'],
    ['{{question}} [^S1-1] `成本` | **粗**', 'question S1-1 成本 粗'],
    ['成\u202e本\u200b\ud83d', '成本\ufffd'],
    ['booking.com 的成本：3.5%', 'booking.com 的成本：3.5%'],
  ])('is plain words: %j', (text, words) => {
    expect(cleanLine(text, 100)).toBe(words);
  });

  it('is as short as it must be, without half a character', () => {
    expect(cleanLine('𠮷'.repeat(50), 3)).toBe('𠮷𠮷𠮷');
  });
});
