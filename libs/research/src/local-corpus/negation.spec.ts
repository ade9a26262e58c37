import { isNegated } from './negation.ts';
import { directions } from './opposites.ts';

describe('isNegated', () => {
  it.each([
    '移位機器人無法取代夜班人力',
    '水位沒有下降',
    '温泉の水位は低下していない',
    'この方法では解決できません',
    'Green roofs do not reduce flood risk',
    "It doesn't help",
  ])('%s', (clause) => {
    expect(isNegated(clause)).toBe(true);
  });
  it.each([
    '綠屋頂不僅美觀也能降溫',
    '未來會增加',
    '無人機可以送貨',
    '非常有效',
    '効果だけでなく費用も下がる',
    'リスクがあるかもしれない',
    'It is not only cheap but safe',
    '他並非不支持',
  ])('is not fooled by: %s', (clause) => {
    expect(isNegated(clause)).toBe(false);
  });
});

describe('directions', () => {
  it('turns with negation', () => {
    expect([...directions('成本會增加').values()]).toEqual([1]);
    expect([...directions('成本不會增加').values()]).toEqual([-1]);
    expect([...directions('costs will not fall').values()]).toEqual([1]);
  });
});
