import { invalidArgument } from '../protocol/firestore-error.ts';
import type {
  CompositeFilter,
  FieldFilter,
  Filter,
  UnaryFilter,
} from '../protocol/query-messages.ts';
import type { Value } from '../protocol/value-messages.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import { compareValues, isNaNValue, typeOf, valuesEqual } from '../values/value-order.ts';
import { pathOf, queriedValue } from './document-fields.ts';

const NOTHING: readonly Value[] = [];

/**
 * True when the document passes the filter. A document without the field passes no filter on it.
 * @throws FirestoreError INVALID_ARGUMENT for an operator that Firestore does not know.
 */
export function matchesFilter(document: StoredDocument, filter: Filter | undefined): boolean {
  if (filter?.compositeFilter) return matchesComposite(document, filter.compositeFilter);
  if (filter?.unaryFilter) return matchesUnary(document, filter.unaryFilter);
  if (filter?.fieldFilter) return matchesField(document, filter.fieldFilter);
  return true;
}

function matchesComposite(
  document: StoredDocument,
  { op, filters = [] }: CompositeFilter,
): boolean {
  return op === 'OR'
    ? filters.some((filter) => matchesFilter(document, filter))
    : filters.every((filter) => matchesFilter(document, filter));
}

function matchesUnary(document: StoredDocument, { field, op }: UnaryFilter): boolean {
  const value = queriedValue(document, pathOf(field));
  if (value === undefined) return false;
  const isNull = typeOf(value) === 'null';
  switch (op) {
    case 'IS_NULL':
      return isNull;
    case 'IS_NOT_NULL':
      return !isNull;
    case 'IS_NAN':
      return isNaNValue(value);
    case 'IS_NOT_NAN':
      return !isNull && !isNaNValue(value);
    default:
      throw unknownOperator(op);
  }
}

function matchesField(document: StoredDocument, filter: FieldFilter): boolean {
  const value = queriedValue(document, pathOf(filter.field));
  if (value === undefined) return false;
  const operand = filter.value ?? {};
  const operands = operand.arrayValue?.values ?? NOTHING;
  const elements = value.arrayValue?.values ?? NOTHING;
  switch (filter.op) {
    case 'EQUAL':
      return valuesEqual(value, operand);
    case 'NOT_EQUAL':
      return typeOf(value) !== 'null' && !valuesEqual(value, operand);
    case 'LESS_THAN':
      return comparable(value, operand) && compareValues(value, operand) < 0;
    case 'LESS_THAN_OR_EQUAL':
      return comparable(value, operand) && compareValues(value, operand) <= 0;
    case 'GREATER_THAN':
      return comparable(value, operand) && compareValues(value, operand) > 0;
    case 'GREATER_THAN_OR_EQUAL':
      return comparable(value, operand) && compareValues(value, operand) >= 0;
    case 'IN':
      return !isNullOrNaN(value) && contains(operands, value);
    case 'NOT_IN':
      return typeOf(value) !== 'null' && !excludes(operands, value);
    case 'ARRAY_CONTAINS':
      return contains(elements, operand);
    case 'ARRAY_CONTAINS_ANY':
      return elements.some((element) => typeOf(element) !== 'null' && contains(operands, element));
    default:
      throw unknownOperator(filter.op);
  }
}

/** Ranges stay within one type, and NaN, though it sorts first, lies in no range. */
function comparable(value: Value, operand: Value): boolean {
  return typeOf(value) === typeOf(operand) && !isNaNValue(value);
}

/** `not-in` with null among its values matches nothing, as in SQL; NaN among them excludes nothing. */
function excludes(operands: readonly Value[], value: Value): boolean {
  return operands.some(
    (operand) =>
      typeOf(operand) === 'null' || (!isNaNValue(operand) && valuesEqual(value, operand)),
  );
}

function isNullOrNaN(value: Value): boolean {
  return typeOf(value) === 'null' || isNaNValue(value);
}

function contains(values: readonly Value[], wanted: Value): boolean {
  return values.some((value) => valuesEqual(value, wanted));
}

function unknownOperator(op: string | undefined) {
  return invalidArgument(`Unknown filter operator ${op ?? '(none)'}.`);
}
