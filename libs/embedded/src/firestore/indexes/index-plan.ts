import { branchesOf, type Condition } from '../queries/disjunctions.ts';
import type { SortKey } from '../queries/sort-order.ts';
import type { StructuredQuery } from '../protocol/query-messages.ts';
import type { Value } from '../protocol/value-messages.ts';
import { keyPart, type IndexDefinition, type IndexField } from './index-definition.ts';
import { boundsOf, type KeyRange } from './key-ranges.ts';

/** Part of an index, in whose order the documents of one branch of a query come. */
export interface IndexScan {
  readonly definition: IndexDefinition;
  readonly range: KeyRange;
}

/**
 * The parts of indexes in which all results of a query stand, each in the order of the results;
 * undefined when a scan of the collection is as good. What is in a part need not be a result: the
 * caller checks each document against the whole query.
 */
export function indexScansOf(
  query: StructuredQuery,
  sortKeys: readonly SortKey[],
): IndexScan[] | undefined {
  const { collectionId, allDescendants } = query.from?.[0] ?? {};
  if (!collectionId) return undefined;
  const scope = allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION';
  const scans: IndexScan[] = [];
  for (const branch of branchesOf(query.where)) {
    const { equalities, contains, sorted } = shapeOf(branch, sortKeys);
    const prefixed = [...equalities, ...contains];
    const prefix = Buffer.concat(prefixed.map(({ mode, value }) => keyPart(mode, value)));
    const range = boundsOf(query, branch, prefix, {
      sorted,
      cursorsFit: sorted.length === sortKeys.length,
    });
    const narrows = prefix.length > 0 || range.isBounded || query.limit !== undefined;
    if (!narrows) return undefined;
    const fields: IndexField[] = [...prefixed, ...sorted].map(({ path, mode }) => ({ path, mode }));
    scans.push({ definition: { collectionId, scope, fields }, range });
  }
  return scans;
}

/** The fields of the index that serves a branch: equal ones, one array's, then the order. */
export interface BranchShape {
  readonly equalities: readonly (IndexField & { readonly value: Value })[];
  readonly contains: readonly (IndexField & { readonly value: Value })[];
  readonly sorted: readonly IndexField[];
}

/** What a branch asks of an index. Fields that must be equal need no order. */
export function shapeOf(branch: readonly Condition[], sortKeys: readonly SortKey[]): BranchShape {
  const equal = new Map<string, Value>();
  for (const { path, op, value } of branch) {
    if (op === 'EQUAL' && value !== undefined && !equal.has(path)) equal.set(path, value);
  }
  const equalities = [...equal]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, value]) => ({ path, mode: 'ASCENDING' as const, value }));
  const array = branch.find(({ op }) => op === 'ARRAY_CONTAINS');
  const contains =
    array?.value === undefined
      ? []
      : [{ path: array.path, mode: 'CONTAINS' as const, value: array.value }];
  const sorted = sortKeys
    .filter(({ path }) => !equal.has(path))
    .map(({ path, direction }): IndexField => {
      return { path, mode: direction === 1 ? 'ASCENDING' : 'DESCENDING' };
    });
  return { equalities, contains, sorted };
}
