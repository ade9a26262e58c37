import type { Usage } from '@dossier/contracts';
import type { PriceTable } from '../config.ts';
import type { ModelRequest } from './model-request.ts';
import { costOf } from './price.ts';
import { deepFieldOf, fieldOf, isCount, textsIn } from './unknown-json.ts';

/**
 * Bytes of UTF-8 per token at least. Google says about 4 characters of English to a token; a Chinese
 * character (3 bytes) is 1 token or a little less. Half of that per token errs on the dear side.
 */
const BYTES_PER_TOKEN = 2;
/**
 * Queries of one grounded answer: more than twice the 2.5 that Google names on average. No request can
 * forbid more; those are booked afterwards, and the next call is refused instead. Reserving for the worst
 * would stop eight searches side by side that together cost a tenth.
 */
const MOST_SEARCH_QUERIES = 6;
/** Tokens that searching adds to the prompt, and those of a page that is read. */
const MOST_SEARCH_TOKENS = 40_000;
const MOST_PAGE_TOKENS = 20_000;
/** Pages that URL context reads in one request: Google's limit. */
const MOST_PAGES = 20;
/** No request of ours can have more of anything; a count beyond it is none. */
const MOST_TOKENS = 100_000_000;

/** One request's model and prices. */
export interface Priced {
  readonly model: string;
  readonly prices: PriceTable;
}

/** The most that a request can cost: what is reserved before it is made. */
export function mostUsage(request: ModelRequest, { model, prices }: Priced): Partial<Usage> {
  const text = JSON.stringify([request.system, request.contents, request.tools, request.schema]);
  const isSearching = request.tools.some((tool) => 'googleSearch' in tool);
  const isReading = request.tools.some((tool) => 'urlContext' in tool);
  const pages = isReading ? Math.min(Math.max(addressesIn(text), 1), MOST_PAGES) : 0;
  const usage = {
    modelCalls: 1,
    searchQueries: isSearching ? MOST_SEARCH_QUERIES : 0,
    inputTokens: Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN),
    toolTokens: (isSearching ? MOST_SEARCH_TOKENS : 0) + pages * MOST_PAGE_TOKENS,
    outputTokens: request.maxOutputTokens,
  };
  // The cap holds for the answer and its thoughts together: each kind may take all of it, the money is
  // spent once.
  return {
    ...usage,
    thoughtTokens: request.maxOutputTokens,
    costMicroUsd: costOf(usage, model, prices),
  };
}

/** Every text that looks like an address counts as a page for URL context. */
function addressesIn(text: string): number {
  return text.match(/https?:\/\//giu)?.length ?? 0;
}

/**
 * What a request did cost, by its answer. A count that is left out is 0; one that is none (negative,
 * fractional, too large) is taken as what was reserved, and so is everything when the answer tells no
 * usage: unknown counts as dear, never as free.
 */
export function usageOf(
  body: unknown,
  most: Partial<Usage>,
  { model, prices }: Priced,
): Partial<Usage> {
  const told = fieldOf(body, 'usageMetadata');
  if (typeof told !== 'object' || told === null || Array.isArray(told)) return most;
  const count = (name: string, reserved = 0) => {
    const value = fieldOf(told, name) ?? 0;
    return isCount(value) && value <= MOST_TOKENS ? value : reserved;
  };
  const usage = {
    modelCalls: 1,
    searchQueries: queriesIn(body),
    inputTokens: count('promptTokenCount', most.inputTokens),
    toolTokens: count('toolUsePromptTokenCount', most.toolTokens),
    outputTokens: count('candidatesTokenCount', most.outputTokens),
    thoughtTokens: count('thoughtsTokenCount', most.thoughtTokens),
  };
  return { ...usage, costMicroUsd: costOf(usage, model, prices) };
}

function queriesIn(body: unknown): number {
  return textsIn(deepFieldOf(body, 'candidates', '0', 'groundingMetadata'), 'webSearchQueries')
    .length;
}
