import fc from 'fast-check';
import { maskPersonalData } from './mask-personal-data.ts';

const PIECES = [
  ...['0912345678', '02-2345-6789', '+886 912 345 678', '(415) 555-0132', '090-1234-5678'],
  ...['A123456789', 'AB12345677', '1234-5678-9018', '110101199003077758', '123-45-6789'],
  ...[
    '4111 1111 1111 1111',
    '4111111111111111',
    'GB82 WEST 1234 5698 7654 32',
    '(004) 0123456789012',
  ],
  ...['abc@example.com', 'user@例子.台灣', 'A123456(3)', '900101-1234568', 'AB123456C', '12345678'],
  ...['電話', '帳號：', '身分證', 'passport ', 'tel', 'account ', '護照號碼', '銀行', '統一編號 '],
  ...[
    'https://example.com/',
    'example.com/a',
    'ISBN ',
    '2024',
    '2019-2024',
    '1,234,567',
    '元',
    ' kWh',
  ],
  ...[
    ' ',
    '-',
    '.',
    ',',
    '/',
    '、',
    '，',
    '#',
    '(',
    ')',
    '（',
    '）',
    '@',
    '+',
    '\n',
    'a',
    'Z',
    '王',
    '9',
    '0',
  ],
  ...[
    '😀',
    '👨‍👩‍👧',
    '\u200B',
    '\uFE0F',
    '\uD83D',
    '\uE000',
    '［已遮蔽：電話］',
    '［',
    '］',
    'ー',
    '１２３',
  ],
];
const message = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((all) => all.join(''));

describe('maskPersonalData', () => {
  it('masks everything in a message, says how often, and leaves the question', () => {
    const text =
      '我是王小明（A123456789），電話0912-345-678或02-2345-6789，信箱abc@example.com。' +
      '請研究 2019-2024 年台灣地熱發電（1,234,567 度）的成本';
    expect(maskPersonalData(text)).toEqual({
      text:
        '我是王小明（［已遮蔽：證件號碼］），電話［已遮蔽：電話］或［已遮蔽：電話］，' +
        '信箱［已遮蔽：電子郵件］。請研究 2019-2024 年台灣地熱發電（1,234,567 度）的成本',
      masked: { email: 1, account: 0, nationalId: 1, card: 0, phone: 2 },
    });
  });

  it('gives back a text without personal data as it was', () => {
    const text = '２０２６年的ＡＩ晶片－市場規模㈱½　😀\u200B';
    expect(maskPersonalData(text)).toEqual({
      text,
      masked: { email: 0, account: 0, nationalId: 0, card: 0, phone: 0 },
    });
    expect(maskPersonalData('').text).toBe('');
  });

  it('takes a number in an address for a part of it, up to where the address ends', () => {
    expect(maskPersonalData('見https://a.example/0912345678，電話0912345678').text).toBe(
      '見https://a.example/0912345678，電話［已遮蔽：電話］',
    );
    expect(maskPersonalData('見https://a.example請打0912345678').text).toBe(
      '見https://a.example請打［已遮蔽：電話］',
    );
  });

  it('is not misled by a placeholder or a private sign that a person writes', () => {
    expect(maskPersonalData('［已遮蔽：電話］ 0912345678 \uE0000923456789\uE001').text).toBe(
      '［已遮蔽：電話］ ［已遮蔽：電話］ \uE000［已遮蔽：電話］\uE001',
    );
  });

  it('changes nothing more the second time', () => {
    fc.assert(
      fc.property(message, (text) => {
        const once = maskPersonalData(text).text;
        expect(maskPersonalData(once).text).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('cuts no character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), message, (around, text) => {
        const whole = `${around}${text}${around}`.toWellFormed();
        expect(maskPersonalData(whole).text.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '0',
    '0 ',
    '09-',
    '1.',
    '4111 ',
    '4 1-',
    'a@',
    'a.',
    'a@a.',
    'a@例.',
    '例',
    'GB82 ',
    '電話',
    '電話no.',
    '電話: . - ',
    '帳號 號',
    '銀行=',
    '護照 1 ',
    'https://',
    'https://a/例',
    'a.b/',
    '(02) ',
    '+1(',
    '+886 ',
    'A1 ',
    '［已遮蔽：',
    '［已遮蔽：電話］',
    '\u200B',
    'isbn 1 ',
    'account no is ',
  ])('takes milliseconds for 10,000 characters of %j', (piece) => {
    const text = piece.repeat(Math.ceil(10_000 / piece.length)).slice(0, 10_000);
    maskPersonalData(text);
    const start = performance.now();
    maskPersonalData(text);
    expect(performance.now() - start).toBeLessThan(250);
  });
});
