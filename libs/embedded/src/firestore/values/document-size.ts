import type { Fields, Value } from '../protocol/value-messages.ts';
import { invalidArgument } from '../protocol/firestore-error.ts';
import { relativePathOf } from './resource-names.ts';
import { LIMITS } from './limits.ts';

/**
 * The size of a document in bytes as Firestore bills and limits it.
 * Source: https://firebase.google.com/docs/firestore/storage-size
 */
export function documentSize(name: string, fields: Fields): number {
  return nameSize(name) + valueSize({ mapValue: { fields } }) + 32;
}

/** @throws FirestoreError INVALID_ARGUMENT when the document is larger than Firestore allows. */
export function checkDocumentSize(name: string, fields: Fields): void {
  const size = documentSize(name, fields);
  if (size <= LIMITS.documentBytes) return;
  throw invalidArgument(
    `Document "${name}" cannot be written because its size (${size} bytes) exceeds the maximum ` +
      `allowed size of ${LIMITS.documentBytes.toLocaleString('en')} bytes.`,
  );
}

function nameSize(name: string): number {
  return relativePathOf(name)
    .split('/')
    .reduce((sum, segment) => sum + stringSize(segment), 16);
}

function valueSize(value: Value): number {
  if (value.stringValue !== undefined) return stringSize(value.stringValue);
  if (value.bytesValue !== undefined) return value.bytesValue.length;
  if (value.referenceValue !== undefined) return Buffer.byteLength(value.referenceValue) + 16;
  if (value.geoPointValue !== undefined) return 16;
  if (value.arrayValue !== undefined) {
    return (value.arrayValue.values ?? []).reduce((sum, element) => sum + valueSize(element), 0);
  }
  if (value.mapValue !== undefined) {
    return Object.entries(value.mapValue.fields ?? {}).reduce(
      (sum, [name, element]) => sum + stringSize(name) + valueSize(element),
      0,
    );
  }
  const isNumberOrTime =
    value.integerValue !== undefined ||
    value.doubleValue !== undefined ||
    value.timestampValue !== undefined;
  return isNumberOrTime ? 8 : 1;
}

function stringSize(text: string): number {
  return Buffer.byteLength(text) + 1;
}
