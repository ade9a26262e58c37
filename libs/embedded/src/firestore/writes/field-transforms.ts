import { invalidArgument } from '../protocol/firestore-error.ts';
import type { Value } from '../protocol/value-messages.ts';
import type { FieldTransformMessage } from '../protocol/write-messages.ts';
import { timestampOf } from '../values/timestamps.ts';
import { compareValues, numberIn, typeOf, valuesEqual } from '../values/value-order.ts';

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/**
 * The value a transform leaves in its field.
 * @param current what the field holds, undefined when it is missing.
 * @param whenMicros the time of the commit.
 * @throws FirestoreError INVALID_ARGUMENT for a transform without operation.
 */
export function transformed(
  current: Value | undefined,
  transform: FieldTransformMessage,
  whenMicros: number,
): Value {
  const { increment, maximum, minimum, appendMissingElements, removeAllFromArray } = transform;
  if (transform.setToServerValue !== undefined) return requestTime(whenMicros);
  const number = current !== undefined && typeOf(current) === 'number' ? current : undefined;
  if (increment) return number ? sum(number, increment) : increment;
  if (maximum) return number && compareValues(number, maximum) >= 0 ? number : maximum;
  if (minimum) return number && compareValues(number, minimum) <= 0 ? number : minimum;
  const elements = current?.arrayValue?.values ?? [];
  if (appendMissingElements) return union(elements, appendMissingElements.values ?? []);
  if (removeAllFromArray) return difference(elements, removeAllFromArray.values ?? []);
  throw invalidArgument(`The transform of field "${transform.fieldPath ?? ''}" has no operation.`);
}

/**
 * "The time at which the server processed the request, with millisecond precision": comment of
 * `ServerValue.REQUEST_TIME` in google/firestore/v1/write.proto. Commit times are finer.
 */
function requestTime(whenMicros: number): Value {
  return { timestampValue: timestampOf(Math.floor(whenMicros / 1000) * 1000) };
}

/** Integers stay integers and stop at the ends of int64 instead of wrapping around. */
function sum(a: Value, b: Value): Value {
  if (a.integerValue === undefined || b.integerValue === undefined) {
    return { doubleValue: numberIn(a) + numberIn(b) };
  }
  const exact = BigInt(a.integerValue) + BigInt(b.integerValue);
  if (exact > INT64_MAX) return { integerValue: String(INT64_MAX) };
  return { integerValue: String(exact < INT64_MIN ? INT64_MIN : exact) };
}

function union(elements: readonly Value[], added: readonly Value[]): Value {
  const values = [...elements];
  for (const element of added) {
    if (!values.some((known) => valuesEqual(known, element))) values.push(element);
  }
  return { arrayValue: { values } };
}

function difference(elements: readonly Value[], removed: readonly Value[]): Value {
  const values = elements.filter((element) => !removed.some((out) => valuesEqual(element, out)));
  return { arrayValue: { values } };
}
