import { numbersIn, valuesIn } from './numbers.ts';

const values = (text: string) => numbersIn(text).map((mention) => mention.values.join('/'));

describe('numbersIn', () => {
  it.each([
    ['共12,400航次', ['12400']],
    ['１２，４００ 件與 ６２％', ['12400', '62%']],
    ['3.2 億元、320 百萬、32,000 萬', ['320000000', '320000000', '320000000']],
    ['1億2,000萬人', ['120000000']],
    ['5 千萬與 1.5兆', ['50000000', '1500000000000']],
    ['3.2 million, 1 billion', ['3200000', '1000000000']],
    ['百分之 62、62 percent、62パーセント', ['62%', '62%', '62%']],
    ['2024-05-01', ['2024', '5', '1']],
    ['2024年5月1日', ['2024', '5', '1']],
    ['10～20 歲', ['10', '20']],
    ['民國113年、令和6年', ['113/2024', '6/2024']],
    ['5G、35km、0.50 倍', ['5', '35', '0.5']],
    ['版本 11.2.0', ['11.2.0']],
    ['12345678901234567890', ['12345678901234567890']],
  ])('reads %j', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  it('leaves out names that hold digits, and web addresses', () => {
    expect(values('CO2、PM2.5、v3、G7，見 https://a.example/2024/5')).toEqual([]);
  });

  it('keeps how the number was written', () => {
    expect(numbersIn('經費 3.2 億元')[0]?.written).toBe('3.2 億');
  });

  it('fails no text, whatever its digits', () => {
    expect(values('9'.repeat(400) + '億')).toHaveLength(1);
    expect(values('1.2.3億4萬')).toHaveLength(2);
  });
});

describe('valuesIn', () => {
  it('vouches for a compound number, its parts, and both counts of a year', () => {
    expect([...valuesIn('民國113年 1億2,000萬元')].sort()).toEqual(
      ['100000000', '113', '120000000', '2024', '20000000'].sort(),
    );
  });
});
