import { invalidArgument } from '../protocol/firestore-error.ts';
import type { Fields, Value } from '../protocol/value-messages.ts';
import { LIMITS } from './limits.ts';
import { truncatedToMicros } from './timestamps.ts';
import { isReservedName } from './resource-names.ts';
import { isVector } from './value-order.ts';

/**
 * The fields as they are stored: timestamps cut to microseconds, and empty maps and arrays in the
 * form they have after decoding, so that two states of a document can be compared for equality.
 * @throws FirestoreError INVALID_ARGUMENT for nested arrays, reserved names and too deep nesting.
 */
export function normaliseFields(fields: Fields): Fields {
  return normalisedMap(fields, false, 0);
}

function normalisedMap(fields: Fields, isVectorMap: boolean, depth: number): Fields {
  const entries = Object.entries(fields).map(([name, value]) => {
    if (isReservedName(name) && !isVectorMap)
      throw invalidArgument(`field name "${name}" is reserved`);
    return [name, normalised(value, depth + 1)] as const;
  });
  return Object.fromEntries(entries);
}

function normalised(value: Value, depth: number): Value {
  const isContainer = value.arrayValue !== undefined || value.mapValue !== undefined;
  if (isContainer && depth > LIMITS.nestingDepth) {
    throw invalidArgument('Property contains an entity nested too deeply.');
  }
  if (value.timestampValue !== undefined) {
    return { timestampValue: truncatedToMicros(value.timestampValue) };
  }
  if (value.arrayValue !== undefined) {
    const values = (value.arrayValue.values ?? []).map((element) => inArray(element, depth + 1));
    return { arrayValue: values.length > 0 ? { values } : {} };
  }
  if (value.mapValue !== undefined) {
    const fields = normalisedMap(value.mapValue.fields ?? {}, isVector(value), depth);
    return { mapValue: Object.keys(fields).length > 0 ? { fields } : {} };
  }
  return value;
}

function inArray(element: Value, depth: number): Value {
  if (element.arrayValue !== undefined) {
    throw invalidArgument('Property array contains an invalid nested entity.');
  }
  return normalised(element, depth);
}
