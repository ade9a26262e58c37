import { holdsMarkup, traditional, withoutAddresses } from './own-text.ts';

describe('addresses', () => {
  it.each([
    ['見 https://a.example/b?c=1#d。後文', '見 〔網址〕。後文'],
    ['見www.a.example/路徑，後文', '見〔網址〕，後文'],
    ['見 news.a.com.tw/1 與 b.org', '見 〔網址〕 與 〔網址〕'],
  ])('are taken out: %s', (text, without) => {
    expect(withoutAddresses(text)).toBe(without);
    expect(holdsMarkup(text)).toBe(true);
  });

  it.each(['第 3.2 版成長 1.5%', 'p < 0.05 且 a<5', 'Node.js 與 e.g. 例子', 'U.S. 市場'])(
    'are not seen in %s',
    (text) => {
      expect(withoutAddresses(text)).toBe(text);
      expect(holdsMarkup(text)).toBe(false);
    },
  );
});

describe('traditional', () => {
  it('converts own words, and leaves quotations and titles as they are', async () => {
    expect(await traditional('这是「这是」与《这是》')).toBe('這是「这是」與《这是》');
  });
});
