import { OTHER_MODELS } from './gateway/price.ts';
import type { ModelPrice, PriceTable } from './config.ts';

const PRICES = ['input', 'output', 'searchQuery'] as const satisfies (keyof ModelPrice)[];

/**
 * Reads a table of prices that an operator wrote as JSON, in the form of `PriceTable`.
 * @throws Error whose message says what is missing or wrong, and where.
 */
export function readPriceTable(json: string): PriceTable {
  const table: unknown = JSON.parse(json);
  if (!isRecord(table)) throw new Error('it must be an object');
  const { asOf, models } = table;
  if (typeof asOf !== 'string' || !/^\d{4}-\d\d-\d\d$/u.test(asOf)) {
    throw new Error('"asOf" must be the day of the prices, such as "2026-12-01"');
  }
  if (!isRecord(models)) throw new Error('"models" must be an object with a price for each model');
  const prices = Object.entries(models).map(([model, price]) => [model, readPrice(model, price)]);
  // Without it, a new model would cost nothing as far as the limits can tell.
  if (!(OTHER_MODELS in models))
    throw new Error(`"models" lacks "${OTHER_MODELS}", the price of all others`);
  return { asOf, models: Object.fromEntries(prices) as PriceTable['models'] };
}

function readPrice(model: string, price: unknown): ModelPrice {
  if (!isRecord(price)) throw new Error(`the price of "${model}" must be an object`);
  const [input, output, searchQuery] = PRICES.map((name) => {
    const value = price[name];
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
    throw new Error(`"${name}" of "${model}" must be US dollars, 0 or more`);
  });
  return { input: input ?? 0, output: output ?? 0, searchQuery: searchQuery ?? 0 };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
