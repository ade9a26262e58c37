import { invalidArgument } from '../protocol/firestore-error.ts';
import type { Fields, Value } from '../protocol/value-messages.ts';
import { LIMITS } from './limits.ts';
import { orderKey } from './order-key.ts';

/**
 * The entries that the automatic indexes have for a document: two for each value (ascending and
 * descending), one for each element of an array, and those of its fields for a map.
 * Source: https://firebase.google.com/docs/firestore/query-data/index-overview#automatic_indexing
 */
export function countIndexEntries(fields: Fields): number {
  return Object.values(fields).reduce((sum, value) => sum + entriesOf(value), 0);
}

/** @throws FirestoreError INVALID_ARGUMENT when a document has more index entries than Firestore allows. */
export function checkIndexEntries(name: string, fields: Fields): void {
  const count = countIndexEntries(fields);
  if (count <= LIMITS.indexEntries) return;
  throw invalidArgument(
    `Document "${name}" has too many index entries: ${count} of ${LIMITS.indexEntries} allowed. ` +
      'Keep long lists in a document of their own, or as one string.',
  );
}

function entriesOf(value: Value): number {
  if (value.mapValue !== undefined) return countIndexEntries(value.mapValue.fields ?? {});
  const elements = value.arrayValue?.values;
  if (value.arrayValue === undefined) return 2;
  if (elements === undefined) return 0;
  // Equal elements share an entry; below the limit that makes no difference worth the time.
  if (elements.length <= LIMITS.indexEntries) return elements.length;
  return new Set(elements.map((element) => orderKey(element).toString('latin1'))).size;
}
