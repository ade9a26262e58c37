import { invalidArgument } from '../protocol/firestore-error.ts';
import type { Cursor, Filter, StructuredQuery } from '../protocol/query-messages.ts';
import type { Value } from '../protocol/value-messages.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import { compareUtf8 } from '../values/utf8-order.ts';
import { compareValues } from '../values/value-order.ts';
import { NAME_PATH, pathOf, queriedValue } from './document-fields.ts';

/** One field that results are sorted by. */
export interface SortKey {
  readonly path: string;
  readonly direction: 1 | -1;
}

/** A document with its values at the sort keys, in their order. */
export interface SortableDocument {
  readonly document: StoredDocument;
  readonly keys: readonly Value[];
}

const INEQUALITIES = new Set([
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'NOT_EQUAL',
  'NOT_IN',
  'IS_NOT_NULL',
  'IS_NOT_NAN',
]);

/**
 * What a query sorts by: the fields it asks for, then those of its inequality filters, then the
 * document's name; what is added takes the direction of the last field asked for.
 */
export function sortKeysOf(query: StructuredQuery): SortKey[] {
  const keys = (query.orderBy ?? []).map(({ field, direction }): SortKey => {
    return { path: pathOf(field), direction: direction === 'DESCENDING' ? -1 : 1 };
  });
  const direction = keys.at(-1)?.direction ?? 1;
  const implicit = [...inequalityPaths(query.where)].filter((path) => path !== NAME_PATH);
  for (const path of [...implicit.sort(compareUtf8), NAME_PATH]) {
    if (!keys.some((key) => key.path === path)) keys.push({ path, direction });
  }
  return keys;
}

/** The document with its sort values, or undefined when it lacks one: it is then no result. */
export function sortable(
  document: StoredDocument,
  sortKeys: readonly SortKey[],
): SortableDocument | undefined {
  const keys: Value[] = [];
  for (const { path } of sortKeys) {
    const value = queriedValue(document, path);
    if (value === undefined) return undefined;
    keys.push(value);
  }
  return { document, keys };
}

/** Compares two lists of sort values; a shorter list is compared as far as it goes. */
export function compareKeys(
  a: readonly Value[],
  b: readonly Value[],
  sortKeys: readonly SortKey[],
): number {
  for (const [i, { direction }] of sortKeys.entries()) {
    const x = a[i];
    const y = b[i];
    if (x === undefined || y === undefined) return 0;
    const order = compareValues(x, y) * direction;
    if (order !== 0) return order;
  }
  return 0;
}

/** A test for documents at or behind the cursor where results start. */
export function startsAt(cursor: Cursor, sortKeys: readonly SortKey[]) {
  const position = positionOf(cursor, sortKeys);
  return ({ keys }: SortableDocument): boolean => {
    const order = compareKeys(keys, position, sortKeys);
    return cursor.before ? order >= 0 : order > 0;
  };
}

/** A test for documents before the cursor where results end. */
export function endsAt(cursor: Cursor, sortKeys: readonly SortKey[]) {
  const position = positionOf(cursor, sortKeys);
  return ({ keys }: SortableDocument): boolean => {
    const order = compareKeys(keys, position, sortKeys);
    return cursor.before ? order < 0 : order <= 0;
  };
}

function positionOf({ values = [] }: Cursor, sortKeys: readonly SortKey[]): readonly Value[] {
  if (values.length > sortKeys.length) {
    throw invalidArgument('The cursor has more values than the query sorts by.');
  }
  return values;
}

function inequalityPaths(filter: Filter | undefined): Set<string> {
  const { compositeFilter, fieldFilter, unaryFilter } = filter ?? {};
  const leaf = fieldFilter ?? unaryFilter;
  const paths = new Set(
    (compositeFilter?.filters ?? []).flatMap((inner) => [...inequalityPaths(inner)]),
  );
  if (leaf !== undefined && INEQUALITIES.has(leaf.op ?? '')) paths.add(pathOf(leaf.field));
  return paths;
}
