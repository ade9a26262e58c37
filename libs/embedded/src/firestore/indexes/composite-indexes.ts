import { branchesOf } from '../queries/disjunctions.ts';
import { NAME_PATH } from '../queries/document-fields.ts';
import { sortKeysOf } from '../queries/sort-order.ts';
import { failedPrecondition } from '../protocol/firestore-error.ts';
import type { StructuredQuery } from '../protocol/query-messages.ts';
import { fieldsText, type IndexField } from './index-definition.ts';
import { shapeOf } from './index-plan.ts';

/**
 * An index as it is deployed, in the words of `firestore.indexes.json`. One with a single field and the
 * scope COLLECTION_GROUP stands for the exemption that allows collection group queries on the field.
 * https://firebase.google.com/docs/reference/firestore/indexes
 */
export interface CompositeIndex {
  readonly collectionGroup: string;
  /** COLLECTION when absent. */
  readonly queryScope?: 'COLLECTION' | 'COLLECTION_GROUP';
  readonly fields: readonly (
    | { readonly fieldPath: string; readonly order: 'ASCENDING' | 'DESCENDING' }
    | { readonly fieldPath: string; readonly arrayConfig: 'CONTAINS' }
  )[];
}

/**
 * Refuses a query for which production would want an index that is not declared. Single-field indexes
 * are there by themselves (of collections, not of collection groups), and equalities are served by
 * putting several indexes together that agree on the order.
 * https://firebase.google.com/docs/firestore/query-data/index-overview
 * @throws FirestoreError FAILED_PRECONDITION naming the index that is needed.
 */
export function checkIndexes(query: StructuredQuery, declared: readonly CompositeIndex[]): void {
  const { collectionId, allDescendants } = query.from?.[0] ?? {};
  // Without a collection id only names are looked at, which need no index.
  if (!collectionId) return;
  const isGroup = allDescendants ?? false;
  const own = declared
    .filter(({ collectionGroup }) => collectionGroup === collectionId)
    .filter(({ queryScope = 'COLLECTION' }) => (queryScope === 'COLLECTION_GROUP') === isGroup)
    .map(({ fields }) => withoutName(fields.map(fieldOf)));
  for (const branch of branchesOf(query.where)) {
    const { equalities, contains, sorted } = shapeOf(branch, sortKeysOf(query));
    const need = {
      equal: [...equalities, ...contains]
        .filter(({ path }) => path !== NAME_PATH)
        .map(({ path, mode }) => ({ path, mode })),
      order: sorted,
    };
    if (isServed(need, own, isGroup)) continue;
    const scope = isGroup ? 'collection group' : 'collection';
    throw failedPrecondition(
      `The query requires an index that is not declared: ${scope} "${collectionId}" ` +
        `${fieldsText([...need.equal, ...need.order])}. Declare it where the indexes are deployed, ` +
        'or ask for less in one query.',
    );
  }
}

interface Need {
  /** In any order; arrays among them. */
  readonly equal: readonly IndexField[];
  /** In this order, the name last. */
  readonly order: readonly IndexField[];
}

function isServed(need: Need, declared: readonly IndexField[][], isGroup: boolean): boolean {
  const [first] = need.order;
  // Names alone are kept in one order only: https://github.com/firebase/flutterfire/issues/4398
  if (need.equal.length === 0 && first?.path === NAME_PATH) return first.mode === 'ASCENDING';
  const order = withoutName(need.order);
  if (need.equal.length === 0 && order.length === 0) return true;
  if (!isGroup && order.length === 0) return true;
  if (!isGroup && need.equal.length === 0 && order.length === 1) return true;
  const covered = new Set<string>();
  let isOrdered = false;
  for (const index of declared) {
    const equal = index.slice(0, index.length - order.length);
    const known = equal.every(({ path, mode }) =>
      need.equal.some((field) => field.path === path && isArray(field) === (mode === 'CONTAINS')),
    );
    if (!known || !runsAs(index.slice(equal.length), order)) continue;
    isOrdered = true;
    for (const { path } of equal) covered.add(path);
  }
  return isOrdered && need.equal.every(({ path }) => covered.has(path));
}

/** An index is read from either end. */
function runsAs(fields: readonly IndexField[], order: readonly IndexField[]): boolean {
  if (fields.length !== order.length) return false;
  const isSame = fields.map(({ path, mode }, i) => {
    const wanted = order[i];
    return wanted?.path === path && !isArray({ path, mode }) ? wanted.mode === mode : undefined;
  });
  return isSame.every((same) => same === true) || isSame.every((same) => same === false);
}

function isArray({ mode }: IndexField): boolean {
  return mode === 'CONTAINS';
}

/** The name at the end follows the direction of the field before it, and is then not written out. */
function withoutName(fields: readonly IndexField[]): IndexField[] {
  const last = fields.at(-1);
  const before = fields.at(-2);
  const isImplied =
    last?.path === NAME_PATH &&
    (before === undefined || isArray(before) || before.mode === last.mode);
  return isImplied ? fields.slice(0, -1) : [...fields];
}

function fieldOf(field: CompositeIndex['fields'][number]): IndexField {
  if ('arrayConfig' in field) return { path: field.fieldPath, mode: 'CONTAINS' };
  return { path: field.fieldPath, mode: field.order };
}
