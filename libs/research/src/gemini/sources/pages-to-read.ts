import type { SourceRules } from '../gemini-parts.ts';
import { isAllowed } from './source-rules.ts';
import { countLookalikes, replaceUrls, samePage, urlsIn } from './url-strings.ts';

/**
 * The most addresses that URL context takes in one request. Everything in the prompt that looks like
 * an address counts, whether it was meant to be read or not.
 */
const MOST_URLS = 20;

/** What a prompt may say about pages. */
export interface PagesToRead {
  /** In the order of their numbers, from 1. */
  readonly pages: readonly string[];
  /** The question with `[page 1]` for its addresses: each address may stand in the prompt only once. */
  readonly question: string;
  /** Words of a plan, without addresses: a plan is a model's work, and names no pages. */
  readonly words: readonly string[];
  /** Pages that were named, and are not to be used. */
  readonly refused: number;
  /** Pages that were named, and are too many. */
  readonly dropped: number;
}

/** The pages that a question and the operator name, as many of them as one request takes. */
export function pagesToRead(
  rules: SourceRules,
  question: string,
  words: readonly string[],
): PagesToRead {
  const named = new Map(
    [...urlsIn(question).map(({ url }) => url), ...rules.pages].map((url) => [samePage(url), url]),
  );
  const allowed = [...named.values()].filter((url) => isAllowed(rules, { url }));
  const bare = words.map((text) => replaceUrls(text, () => ''));
  const withoutUrls = [replaceUrls(question, () => ''), ...bare].join('\n');
  const pages = fitting(allowed, MOST_URLS - countLookalikes(withoutUrls));
  const numbers = new Map(pages.map((url, index) => [samePage(url), index + 1]));
  return {
    pages,
    question: replaceUrls(question, (url) => {
      const number = numbers.get(samePage(url));
      return number === undefined ? '[page left out]' : `[page ${number}]`;
    }),
    words: bare,
    refused: named.size - allowed.length,
    dropped: allowed.length - pages.length,
  };
}

function fitting(urls: readonly string[], room: number): string[] {
  let left = room;
  return urls.filter((url) => {
    // An address that holds another in its query counts twice.
    left -= Math.max(1, countLookalikes(url));
    return left >= 0;
  });
}
