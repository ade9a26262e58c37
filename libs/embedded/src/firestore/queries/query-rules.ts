import { invalidArgument, unimplemented } from '../protocol/firestore-error.ts';
import type { Filter, StructuredQuery } from '../protocol/query-messages.ts';
import { LIMITS } from '../values/limits.ts';

/**
 * Refuses what Firestore refuses, so that a query that works here is legal there. Whether production
 * also has the composite index for it is not checked.
 * Source: https://firebase.google.com/docs/firestore/query-data/queries#query_limitations
 * @throws FirestoreError INVALID_ARGUMENT, or UNIMPLEMENTED for vector search.
 */
export function checkQuery(query: StructuredQuery): void {
  if (query.findNearest !== undefined) throw unimplemented('This server has no vector search.');
  if ((query.offset ?? 0) < 0) throw invalidArgument('The offset must not be negative.');
  if ((query.limit?.value ?? 0) < 0) throw invalidArgument('The limit must not be negative.');
  if (query.where !== undefined) checkFilter(query.where);
}

function checkFilter(where: Filter): void {
  const operators = operatorsIn(where);
  const count = (...wanted: string[]) => operators.filter((op) => wanted.includes(op)).length;
  if (count('NOT_EQUAL', 'NOT_IN', 'IS_NOT_NULL', 'IS_NOT_NAN') > 1) {
    throw invalidArgument("A query takes at most one '!=' or 'not-in' filter.");
  }
  if (count('NOT_IN') > 0 && count('IN', 'ARRAY_CONTAINS_ANY', 'OR') > 0) {
    throw invalidArgument("'not-in' cannot be combined with 'in', 'array-contains-any' or 'or'.");
  }
  if (arrayFiltersPerBranch(where) > 1) {
    throw invalidArgument("At most one 'array-contains' or 'array-contains-any' per disjunction.");
  }
  checkOperands(where);
  if (disjunctionsIn(where) > LIMITS.disjunctions) {
    throw invalidArgument(`A query supports up to ${LIMITS.disjunctions} disjunctions.`);
  }
}

function checkOperands({ compositeFilter, fieldFilter }: Filter): void {
  compositeFilter?.filters?.forEach(checkOperands);
  const op = fieldFilter?.op ?? '';
  if (op !== 'IN' && op !== 'NOT_IN' && op !== 'ARRAY_CONTAINS_ANY') return;
  const count = fieldFilter?.value?.arrayValue?.values?.length ?? 0;
  const most = op === 'NOT_IN' ? LIMITS.notInValues : LIMITS.disjunctions;
  if (count === 0) throw invalidArgument(`'${op}' requires a non-empty array of values.`);
  if (count > most) throw invalidArgument(`'${op}' supports up to ${most} comparison values.`);
}

function operatorsIn(filter: Filter): string[] {
  const { compositeFilter, fieldFilter, unaryFilter } = filter;
  const own = compositeFilter?.op ?? fieldFilter?.op ?? unaryFilter?.op ?? '';
  return [own, ...(compositeFilter?.filters ?? []).flatMap(operatorsIn)];
}

/** Filters on array elements that one AND of the rewritten query would hold. */
function arrayFiltersPerBranch({ compositeFilter, fieldFilter }: Filter): number {
  if (compositeFilter === undefined) return fieldFilter?.op?.startsWith('ARRAY_CONTAINS') ? 1 : 0;
  const counts = (compositeFilter.filters ?? []).map(arrayFiltersPerBranch);
  return compositeFilter.op === 'OR' ? Math.max(0, ...counts) : counts.reduce((a, b) => a + b, 0);
}

/** ANDs that the query becomes when it is rewritten as one OR; `in` counts once per value. */
function disjunctionsIn({ compositeFilter, fieldFilter }: Filter): number {
  if (compositeFilter === undefined) {
    const isOr = fieldFilter?.op === 'IN' || fieldFilter?.op === 'ARRAY_CONTAINS_ANY';
    return isOr ? (fieldFilter.value?.arrayValue?.values?.length ?? 0) : 1;
  }
  const counts = (compositeFilter.filters ?? []).map(disjunctionsIn);
  return compositeFilter.op === 'OR'
    ? counts.reduce((a, b) => a + b, 0)
    : counts.reduce((a, b) => a * b, 1);
}
