import { invalidArgument } from '../protocol/firestore-error.ts';
import type { Aggregation } from '../protocol/query-messages.ts';
import type { Value } from '../protocol/value-messages.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import { numberIn, typeOf } from '../values/value-order.ts';
import { pathOf, queriedValue } from './document-fields.ts';

const INT64_MAX = 2n ** 63n - 1n;

/**
 * The results of count, sum and average over documents, by alias. Values that are no numbers are
 * left out; a sum of integers stays an integer unless it leaves int64.
 * @throws FirestoreError INVALID_ARGUMENT for an aggregation without operator.
 */
export function aggregate(
  documents: readonly StoredDocument[],
  aggregations: readonly Aggregation[],
): Record<string, Value> {
  return Object.fromEntries(
    aggregations.map((aggregation, i) => [
      aggregation.alias ?? `field_${i + 1}`,
      aggregated(documents, aggregation),
    ]),
  );
}

function aggregated(documents: readonly StoredDocument[], { count, sum, avg }: Aggregation): Value {
  if (count) {
    const upTo = Number(count.upTo?.value ?? Infinity);
    return { integerValue: String(Math.min(documents.length, upTo)) };
  }
  if (sum) return sumOf(numbersAt(documents, pathOf(sum.field)));
  if (avg) return averageOf(numbersAt(documents, pathOf(avg.field)));
  throw invalidArgument('An aggregation has no operator.');
}

function sumOf(numbers: readonly Value[]): Value {
  const integers = numbers.flatMap(({ integerValue }) => integerValue ?? []);
  if (integers.length === numbers.length) {
    const exact = integers.reduce((sum, integer) => sum + BigInt(integer), 0n);
    if (exact <= INT64_MAX && exact >= -INT64_MAX - 1n) return { integerValue: String(exact) };
  }
  return { doubleValue: total(numbers) };
}

function averageOf(numbers: readonly Value[]): Value {
  if (numbers.length === 0) return { nullValue: 'NULL_VALUE' };
  return { doubleValue: total(numbers) / numbers.length };
}

function total(numbers: readonly Value[]): number {
  return numbers.reduce((sum, value) => sum + numberIn(value), 0);
}

function numbersAt(documents: readonly StoredDocument[], path: string): Value[] {
  return documents
    .map((document) => queriedValue(document, path))
    .filter((value) => value !== undefined)
    .filter((value) => typeOf(value) === 'number');
}
