import { withoutMasked } from './without-masked.ts';

describe('withoutMasked', () => {
  it.each([
    ['我的電話是 [已遮蔽:電話],綠屋頂適合嗎?', '綠屋頂適合嗎?'],
    ['綠屋頂能讓室內降溫幾度?請寄到 [已遮蔽:電子郵件]', '綠屋頂能讓室內降溫幾度?'],
    ['綠屋頂適合 [已遮蔽:電子郵件] 嗎?謝謝', '綠屋頂適合   嗎?謝謝'],
    ['[已遮蔽:電話]', ' '],
    ['電話會被淘汰嗎?', '電話會被淘汰嗎?'],
  ])('%s', (question, expected) => {
    expect(withoutMasked(question)).toBe(expected);
  });
});
