import type { ObjectTable } from './object-table.ts';
import type { StoredObject } from './stored-object.ts';

/** What to list; `pageToken` is the one from the page before. */
export interface ListingQuery {
  readonly prefix: string;
  readonly delimiter: string;
  readonly pageToken: string | undefined;
  /** Objects and prefixes together. */
  readonly maxResults: number;
  /** Names from here on (included). */
  readonly startOffset: string;
  /** Names before this one; '' means no end. */
  readonly endOffset: string;
}

/** One page: objects, and the "folders" that stand for the rest. */
export interface ListingPage {
  readonly items: readonly StoredObject[];
  readonly prefixes: readonly string[];
  readonly nextPageToken: string | undefined;
}

const SCAN = 200;
/** Sorts after everything that a folder can hold. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * Lists names in UTF-8 order. With a delimiter, names that go on after `prefix` up to a delimiter are
 * folded into one entry of `prefixes`, and its members are skipped, not read.
 * https://cloud.google.com/storage/docs/json_api/v1/objects/list
 */
export function listObjects(
  objects: ObjectTable,
  bucket: string,
  query: ListingQuery,
): ListingPage {
  const items: StoredObject[] = [];
  const prefixes: string[] = [];
  let last = query.pageToken === undefined ? '' : decodeToken(query.pageToken);
  let after = skipPast(last, query);
  const first = compareUtf8(query.prefix, query.startOffset) > 0 ? query.prefix : query.startOffset;
  for (;;) {
    const rows = objects.scan(bucket, after, first, SCAN);
    for (const object of rows) {
      if (isPastEnd(object.name, query)) return { items, prefixes, nextPageToken: undefined };
      const folder = folderOf(object.name, query);
      if (folder !== undefined && folder === last) continue;
      if (items.length + prefixes.length === query.maxResults) {
        return { items, prefixes, nextPageToken: encodeToken(last) };
      }
      last = folder ?? object.name;
      if (folder === undefined) items.push(object);
      else prefixes.push(folder);
    }
    if (rows.length < SCAN) return { items, prefixes, nextPageToken: undefined };
    after = skipPast(folderOf(rows.at(-1)?.name ?? '', query) ?? rows.at(-1)?.name ?? '', query);
  }
}

/** The name that the next scan starts after: past the whole folder when `entry` is one. */
function skipPast(entry: string, query: ListingQuery): string {
  const isFolder = entry !== '' && folderOf(entry, query) === entry;
  return isFolder ? entry + LAST_CHARACTER : entry;
}

function folderOf(name: string, { prefix, delimiter }: ListingQuery): string | undefined {
  if (delimiter === '') return undefined;
  const at = name.indexOf(delimiter, prefix.length);
  return at === -1 ? undefined : name.slice(0, at + delimiter.length);
}

function isPastEnd(name: string, { prefix, endOffset }: ListingQuery): boolean {
  return !name.startsWith(prefix) || (endOffset !== '' && compareUtf8(name, endOffset) >= 0);
}

/** SQLite's order. JavaScript's `<` compares UTF-16 units, which sorts emoji before some Hanzi. */
function compareUtf8(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

function encodeToken(last: string): string {
  return Buffer.from(last).toString('base64url');
}

function decodeToken(token: string): string {
  return Buffer.from(token, 'base64url').toString('utf8');
}
