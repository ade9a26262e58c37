import { sharedWords } from './shared-words.ts';

describe('words that texts share', () => {
  const grounds = ['地熱電廠的造價約 50 億元。', 'The ORC plant began in 2019.'];

  it('are pairs of Chinese characters and words of other scripts', () => {
    expect(sharedWords('地熱電廠', grounds)).toBe(1);
    expect(sharedWords('ORC 機組', grounds)).toBe(0.5);
    expect(sharedWords('此人必須辭職', grounds)).toBe(0);
  });

  it('are all of them when there are none', () => {
    expect(sharedWords('50%', grounds)).toBe(1);
  });
});
