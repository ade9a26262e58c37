import { completeSentences, joinAtCut } from './finished-text.ts';

describe('joinAtCut', () => {
  it.each([
    ['in the middle of a word', '排放下', '降了四成。', '排放下降了四成。'],
    [
      'with what it repeats',
      '港區的排放量下降',
      '港區的排放量下降了四成。',
      '港區的排放量下降了四成。',
    ],
  ])('goes on %s', (_, text, more, whole) => {
    expect(joinAtCut(text, more)).toBe(whole);
  });

  it('takes a text that begins anew for the whole', () => {
    const start = '港區的排放量在改用電力以後明顯下降，量測的結果是';
    const anew = `${start}四成。另外噪音也降低了。`;
    expect(joinAtCut(`${start}四成。另`, anew)).toBe(anew);
  });
});

describe('completeSentences', () => {
  it.each([
    ['甲下降[S1-1]。乙上', '甲下降[S1-1]。'],
    ['甲下降。[S1-1] [S2-1]乙上', '甲下降。[S1-1] [S2-1]'],
    ['他說：「甲下降。」[S1-1]乙', '他說：「甲下降。」[S1-1]'],
    ['沒有結尾', ''],
  ])('of %j are %j', (text, complete) => {
    expect(completeSentences(text)).toBe(complete);
  });
});
