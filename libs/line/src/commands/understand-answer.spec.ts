import { understandAnswer } from './understand-answer.ts';

describe('a bare answer', () => {
  it.each([
    ['第二章', 2],
    ['第2章', 2],
    ['2', 2],
    ['１０', 10],
    ['第三章。', 3],
    ['chapter 4', 4],
  ])('%s names a chapter', (text, chapter) => {
    expect(understandAnswer(text)).toEqual({ chapter });
  });

  it.each([
    ['日文', ['ja']],
    ['英文', ['en']],
    ['日文和英文', ['ja', 'en']],
    ['中文', ['zh-TW']],
    ['日本語', ['ja']],
  ])('%s names languages', (text, languages) => {
    expect(new Set(understandAnswer(text)?.languages)).toEqual(new Set(languages));
  });

  it.each([
    '',
    '好',
    '那個呢',
    '火星',
    '法文',
    '地熱發電的成本與風險是什麼？',
    '取消',
    '第'.repeat(50),
  ])('%j is none', (text) => {
    expect(understandAnswer(text)).toBeUndefined();
  });
});
