import type { FieldReference } from '../protocol/query-messages.ts';
import type { Value } from '../protocol/value-messages.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import { parseFieldPath, valueAt } from '../values/field-paths.ts';

/** The field path that stands for the name of the document itself. */
export const NAME_PATH = '__name__';

/** What a query sees at a field path: a field, or the document's own name as a reference. */
export function queriedValue(
  document: Pick<StoredDocument, 'name' | 'fields'>,
  path: string,
): Value | undefined {
  if (path === NAME_PATH) return { referenceValue: document.name };
  return valueAt(document.fields, parseFieldPath(path));
}

/** The path in a field reference. */
export function pathOf(field: FieldReference | undefined): string {
  return field?.fieldPath ?? '';
}
