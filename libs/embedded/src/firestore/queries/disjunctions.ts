import type { Filter } from '../protocol/query-messages.ts';
import type { Value } from '../protocol/value-messages.ts';
import { pathOf } from './document-fields.ts';

/** One condition on one field. */
export interface Condition {
  readonly path: string;
  /** As in the protocol; `IN` and `ARRAY_CONTAINS_ANY` have become several branches. */
  readonly op: string;
  /** Absent for the unary operators. */
  readonly value?: Value;
}

const NULL: Value = { nullValue: 'NULL_VALUE' };
const NAN: Value = { doubleValue: NaN };

/**
 * The filter as an OR of ANDs: a document that passes the filter fulfils all conditions of a branch.
 * `checkQuery` has bounded the number of branches.
 */
export function branchesOf(filter: Filter | undefined): Condition[][] {
  const { compositeFilter, fieldFilter, unaryFilter } = filter ?? {};
  if (compositeFilter !== undefined) {
    const parts = (compositeFilter.filters ?? []).map(branchesOf);
    if (compositeFilter.op === 'OR') return parts.flat();
    return parts.reduce<Condition[][]>(
      (branches, part) => branches.flatMap((left) => part.map((right) => [...left, ...right])),
      [[]],
    );
  }
  if (unaryFilter !== undefined) {
    const path = pathOf(unaryFilter.field);
    if (unaryFilter.op === 'IS_NULL') return [[{ path, op: 'EQUAL', value: NULL }]];
    if (unaryFilter.op === 'IS_NAN') return [[{ path, op: 'EQUAL', value: NAN }]];
    return [[{ path, op: unaryFilter.op ?? '' }]];
  }
  if (fieldFilter === undefined) return [[]];
  const { field, op = '', value = {} } = fieldFilter;
  const path = pathOf(field);
  const values = value.arrayValue?.values ?? [];
  if (op === 'IN') return values.map((each) => [{ path, op: 'EQUAL', value: each }]);
  if (op === 'ARRAY_CONTAINS_ANY') {
    return values.map((each) => [{ path, op: 'ARRAY_CONTAINS', value: each }]);
  }
  return [[{ path, op, value }]];
}
