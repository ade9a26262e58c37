import type { Span } from './detector.ts';

/** What an address may consist of; it ends before anything that is not ASCII, such as `，`. */
const ADDRESS = '[!#-;=?-~]';
/** Letters of other scripts belong to a path only where a path goes on. */
const FOREIGN_PATH = `(?:(?<=[/=_%-])[^\\x00-\\x7F\\s\\p{P}\\p{N}]{1,80}${ADDRESS}{0,2000}){0,20}`;
const LINK = `(?:https?|ftp)://${ADDRESS}{1,2000}${FOREIGN_PATH}`;
const BARE_LINK = `(?<![@\\w.-])(?:[a-z0-9-]{1,63}\\.){1,6}[a-z]{2,24}/${ADDRESS}{0,2000}${FOREIGN_PATH}`;
const DOI = `(?<![\\w.])10\\.\\d{4,9}/${ADDRESS}{1,300}`;
/** Numbers of things, named as such. */
const THING =
  '(?:(?<!身[分份][證证] ?)(?:統一編號|統編)|條碼|料號|型號|序號|訂單(?:編號|號碼)?|專利號?|案號|' +
  '(?<![a-z])(?:isbn(?:-1[03])?|issn|ean|gtin|upc|sku|pmid|pmcid|s/n|serial no\\.?|part no\\.?|orcid))' +
  '[ :：#號是為]{0,3}[0-9０-９Xx][0-9０-９Xx -]{4,18}';

const KEPT_PLACES = new RegExp([LINK, BARE_LINK, DOI, THING].join('|'), 'giu');

/** Places whose numbers are no person's: web addresses, DOIs, numbers that are named as a thing's. */
export function keptPlaces(text: string): Span[] {
  return [...text.matchAll(KEPT_PLACES)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}
