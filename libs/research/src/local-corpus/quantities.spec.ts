import {
  areCompatible,
  askedUnits,
  asksQuantity,
  quantitiesIn,
  type Quantity,
} from './quantities.ts';

function read(sentence: string): string[] {
  return quantitiesIn(sentence).map(
    ({ low, high, unit }) =>
      `${low === high ? rounded(low) : `${rounded(low)}~${rounded(high)}`} ${unit}`,
  );
}
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
function one(sentence: string): Quantity {
  const [quantity] = quantitiesIn(sentence);
  if (quantity === undefined) throw new Error(`no figure in ${sentence}`);
  return quantity;
}

describe('quantitiesIn', () => {
  it.each([
    ['裝置容量為 12.5 MW，占 3.2%。', ['12500 power', '3.2 %']],
    ['設備容量は5.4万kWで、1台あたり320万円', ['54000 power', '1 machine', '3200000 JPY']],
    ['投入新臺幣3億5,000萬元，3年內完成', ['350000000 TWD', '3 year']],
    [
      'NT$1.2 billion for 1,500 households in 20 years',
      ['1200000000 TWD', '1500 household', '20 year'],
    ],
    ['降低 2 到 3 度，節電三成', ['2~3 °C', '30 %']],
    ['２０％的住戶', ['20 %']],
    ['三個月、二十八天、一萬兩千元', ['3 month', '28 day', '12000 TWD']],
    ['百分之二十，也就是五分之一', ['20 %', '20 %']],
    ['six months or twelve weeks', ['6 month', '12 week']],
    [
      '5 mg、250 ml、8 GB、20 ms、120 kcal',
      ['0.000005 mass', '0.25 volume', '8000 data', '0.02 second', '120 food'],
    ],
    ['下午 3 點半、午後3時、9:30、7 pm', ['930 clock', '900 clock', '570 clock', '1140 clock']],
    ['-5 °C 與零下 3 度', ['-5 °C', '-3 °C']],
    ['粉水比 1:16', ['16 ratio']],
    ['80 km/h 開了 80 km', ['1333.33 length/minute', '80000 length']],
    ['一個人、一次、十分重要、以下三點、數十年、三四天', []],
  ])('reads %s', (sentence, expected) => {
    expect(read(sentence)).toEqual(expected);
  });
  it.each(['一', '十', '千', '1:', '百分之', '12,'])('takes a long run of %s', (piece) => {
    const started = performance.now();
    expect(quantitiesIn(`${piece.repeat(5_000)}，3 公尺`)).toContainEqual(
      expect.objectContaining({ low: 3, unit: 'length' }),
    );
    expect(performance.now() - started).toBeLessThan(3_000);
  });
  it('sees no figure in years, ordinals, names and dates', () => {
    expect(read('民國113年與2024年，第3章的 PM2.5、HX-200 與 12月3日')).toEqual([]);
  });
});

describe('areCompatible', () => {
  it.each([
    ['12 %', '12.4 %', true],
    ['3.2 度', '1.1 度', false],
    ['30 %', '35 %', false],
    ['約 30%', '32%', true],
    ['超過 30%', '45%', true],
    ['超過 30%', '18%', false],
    ['不到 5 公尺', '3 公尺', true],
    ['至少 3 年', '至少 5 年', false],
    ['不得超過 3 年', '上限為 5 年', false],
    ['至少 12 個月', '6 到 10 個月', false],
    ['10–15%', '12%', true],
    ['1.8 億元', '2.6 億元', false],
    ['2 公里', '2,000 公尺', true],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(areCompatible(one(a), one(b))).toBe(expected);
    expect(areCompatible(one(b), one(a))).toBe(expected);
  });
});

describe('a question for a figure', () => {
  it('is told from other questions', () => {
    expect(['要多少錢', '降溫幾度', 'How many plants'].map(asksQuantity)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['為什麼昂貴', '幾乎沒有影響嗎'].map(asksQuantity)).toEqual([false, false]);
  });
  it('may name the unit it wants', () => {
    expect([...askedUnits('換電站有幾座？要花多少元？')]).toEqual(['building', 'TWD']);
  });
});
