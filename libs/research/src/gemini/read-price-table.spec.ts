import { geminiDefaults } from './gemini-defaults.ts';
import { readPriceTable } from './read-price-table.ts';

const price = { input: 1, output: 2, searchQuery: 0.01 };

describe('readPriceTable', () => {
  it('reads what the dated defaults hold', () => {
    const { prices } = geminiDefaults;
    expect(readPriceTable(JSON.stringify(prices))).toEqual(prices);
  });

  it.each([
    ['[]', 'must be an object'],
    [{ models: { '*': price } }, '"asOf"'],
    [{ asOf: '2026-12-01' }, '"models"'],
    [{ asOf: '2026-12-01', models: { a: price } }, 'lacks "*"'],
    [{ asOf: '2026-12-01', models: { '*': { ...price, output: -1 } } }, '"output" of "*"'],
    [{ asOf: '2026-12-01', models: { '*': { input: 1, output: 1 } } }, '"searchQuery" of "*"'],
    [{ asOf: '2026-12-01', models: { a: 3, '*': price } }, 'the price of "a"'],
  ])('refuses %j', (table, why) => {
    const json = typeof table === 'string' ? table : JSON.stringify(table);
    expect(() => readPriceTable(json)).toThrow(why);
  });
});
