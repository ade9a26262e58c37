import type { Usage } from '@dossier/contracts';
import type { ModelPrice, PriceTable } from '../config.ts';

/** Entry of the price table for every model that has none of its own. */
export const OTHER_MODELS = '*';

/**
 * What a usage costs by the price table, in millionths of a US dollar, rounded up.
 * @throws Error when the table has neither the model nor `*`.
 */
export function costOf(usage: Partial<Usage>, model: string, table: PriceTable): number {
  const price = priceOf(model, table);
  // Dollars per million tokens are millionths of a dollar per token.
  const tokens =
    ((usage.inputTokens ?? 0) + (usage.toolTokens ?? 0)) * price.input +
    ((usage.outputTokens ?? 0) + (usage.thoughtTokens ?? 0)) * price.output;
  const queries = (usage.searchQueries ?? 0) * price.searchQuery * 1_000_000;
  // Six places are kept before rounding up, else 0.1 + 0.2 costs one more than it should.
  return Math.ceil(Math.round((tokens + queries) * 1_000_000) / 1_000_000);
}

function priceOf(model: string, { models }: PriceTable): ModelPrice {
  const price = Object.hasOwn(models, model) ? models[model] : models[OTHER_MODELS];
  if (price === undefined) throw new Error('the price table lacks an entry for other models');
  return price;
}
