import type { PriceTable } from '../config.ts';
import { costOf } from './price.ts';

const table: PriceTable = {
  asOf: '2026-12-01',
  models: {
    cheap: { input: 0.1, output: 0.4, searchQuery: 0.014 },
    '*': { input: 4, output: 18, searchQuery: 0.035 },
  },
};

describe('what a usage costs', () => {
  it('counts pages like the prompt, thoughts like the answer, and each query', () => {
    const usage = {
      inputTokens: 1_000_000,
      toolTokens: 500_000,
      outputTokens: 100_000,
      thoughtTokens: 50_000,
      searchQueries: 2,
    };
    expect(costOf(usage, 'cheap', table)).toBe(100_000 + 50_000 + 40_000 + 20_000 + 28_000);
  });

  it('takes the price of other models for one that is not named', () => {
    expect(costOf({ inputTokens: 10 }, 'new-model', table)).toBe(40);
    expect(costOf({ inputTokens: 10 }, 'constructor', table)).toBe(40);
  });

  it('rounds up to the next millionth, but not for the noise of fractions', () => {
    expect(costOf({ inputTokens: 1 }, 'cheap', table)).toBe(1);
    expect(costOf({ inputTokens: 30 }, 'cheap', table)).toBe(3);
    expect(costOf({ searchQueries: 3 }, 'cheap', table)).toBe(42_000);
    expect(costOf({}, 'cheap', table)).toBe(0);
  });

  it('cannot be told without a price for other models', () => {
    expect(() => costOf({}, 'x', { asOf: '2026-12-01', models: {} })).toThrow('other models');
  });
});
