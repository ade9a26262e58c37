import type { Value } from '../protocol/value-messages.ts';
import { compareNameSegments } from './name-order.ts';
import { compareTimestamps } from './timestamps.ts';
import { compareUtf8 } from './utf8-order.ts';

/**
 * The order of types in Firestore; values of different types never compare by content.
 * Source: https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering
 */
const TYPE_RANK = {
  null: 0,
  boolean: 1,
  number: 2,
  timestamp: 3,
  string: 4,
  bytes: 5,
  reference: 6,
  geoPoint: 7,
  array: 8,
  vector: 9,
  map: 10,
} as const;

/** The type of a value as queries see it: integers and doubles are one type, vectors are not maps. */
export type ValueType = keyof typeof TYPE_RANK;

/** The type of a value. A message without any field set counts as null. */
export function typeOf(value: Value): ValueType {
  if (value.stringValue !== undefined) return 'string';
  if (value.integerValue !== undefined || value.doubleValue !== undefined) return 'number';
  if (value.mapValue !== undefined) return isVector(value) ? 'vector' : 'map';
  if (value.arrayValue !== undefined) return 'array';
  if (value.booleanValue !== undefined) return 'boolean';
  if (value.timestampValue !== undefined) return 'timestamp';
  if (value.referenceValue !== undefined) return 'reference';
  if (value.bytesValue !== undefined) return 'bytes';
  if (value.geoPointValue !== undefined) return 'geoPoint';
  return 'null';
}

/** The place of a value's type in the order of types, from 0. */
export function rankOf(value: Value): number {
  return TYPE_RANK[typeOf(value)];
}

/** True for a map that the SDK's `FieldValue.vector()` wrote. */
export function isVector(value: Value): boolean {
  return value.mapValue?.fields?.['__type__']?.stringValue === '__vector__';
}

/** The numbers of a vector. */
export function elementsOfVector(vector: Value): readonly Value[] {
  return vector.mapValue?.fields?.['value']?.arrayValue?.values ?? [];
}

/** True for the double NaN. */
export function isNaNValue(value: Value): boolean {
  return Number.isNaN(value.doubleValue);
}

/** The number in an integer or double value; integers above 2^53 are rounded. */
export function numberIn(value: Value): number {
  return Number(value.integerValue ?? value.doubleValue);
}

/** Firestore's total order of values: negative, zero or positive. NaN is the smallest number. */
export function compareValues(a: Value, b: Value): number {
  const type = typeOf(a);
  const byType = TYPE_RANK[type] - TYPE_RANK[typeOf(b)];
  if (byType !== 0) return byType;
  switch (type) {
    case 'null':
      return 0;
    case 'boolean':
      return Number(a.booleanValue) - Number(b.booleanValue);
    case 'number':
      return compareNumbers(a, b);
    case 'timestamp':
      return compareTimestamps(a.timestampValue ?? {}, b.timestampValue ?? {});
    case 'string':
      return compareUtf8(a.stringValue ?? '', b.stringValue ?? '');
    case 'bytes':
      return Buffer.compare(a.bytesValue ?? Buffer.of(), b.bytesValue ?? Buffer.of());
    case 'reference':
      return compareNames(a.referenceValue ?? '', b.referenceValue ?? '');
    case 'geoPoint':
      return compareGeoPoints(a, b);
    case 'array':
      return compareLists(a.arrayValue?.values ?? [], b.arrayValue?.values ?? [], compareValues);
    case 'vector':
      return compareVectors(a, b);
    case 'map':
      return compareMaps(a, b);
  }
}

/** Equality as queries and array transforms see it: 1 equals 1.0, and NaN equals NaN. */
export function valuesEqual(a: Value, b: Value): boolean {
  return compareValues(a, b) === 0;
}

/** Compares document names segment by segment: `a/b` comes before `a!/b`, though '!' precedes '/'. */
export function compareNames(a: string, b: string): number {
  return compareLists(a.split('/'), b.split('/'), compareNameSegments);
}

function compareNumbers(a: Value, b: Value): number {
  if (isNaNValue(a)) return isNaNValue(b) ? 0 : -1;
  return isNaNValue(b) ? 1 : compareOrdered(exactNumberIn(a), exactNumberIn(b));
}

/** JavaScript compares a bigint with a number exactly, so nothing is rounded. */
function exactNumberIn({ integerValue, doubleValue = 0 }: Value): bigint | number {
  return integerValue === undefined ? doubleValue : BigInt(integerValue);
}

function compareGeoPoints(a: Value, b: Value): number {
  const p = a.geoPointValue ?? {};
  const q = b.geoPointValue ?? {};
  return (
    compareOrdered(p.latitude ?? 0, q.latitude ?? 0) ||
    compareOrdered(p.longitude ?? 0, q.longitude ?? 0)
  );
}

function compareVectors(a: Value, b: Value): number {
  const x = elementsOfVector(a);
  const y = elementsOfVector(b);
  return x.length - y.length || compareLists(x, y, compareValues);
}

function compareMaps(a: Value, b: Value): number {
  const sorted = (value: Value) =>
    Object.entries(value.mapValue?.fields ?? {}).sort(([x], [y]) => compareUtf8(x, y));
  return compareLists(
    sorted(a),
    sorted(b),
    ([nameA, valueA], [nameB, valueB]) =>
      compareUtf8(nameA, nameB) || compareValues(valueA, valueB),
  );
}

function compareOrdered(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function compareLists<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (x: T, y: T) => number,
): number {
  for (const [i, x] of a.entries()) {
    const y = b[i];
    if (y === undefined) return 1;
    const order = compare(x, y);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
