import { isDeepStrictEqual } from 'node:util';
import { invalidArgument } from '../protocol/firestore-error.ts';
import type { Fields, Value } from '../protocol/value-messages.ts';
import type {
  FieldTransformMessage,
  WriteMessage,
  WriteResultMessage,
} from '../protocol/write-messages.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { checkDocumentSize } from '../values/document-size.ts';
import { checkIndexEntries } from '../values/index-entries.ts';
import { parseFieldPath, valueAt, withValueAt } from '../values/field-paths.ts';
import { LIMITS } from '../values/limits.ts';
import { normaliseFields } from '../values/normalise-fields.ts';
import { checkDocumentName } from '../values/resource-names.ts';
import { timestampOf } from '../values/timestamps.ts';
import { transformed } from './field-transforms.ts';
import { checkPrecondition } from './preconditions.ts';

/** Full name of the document that a write is about, '' when the write names none. */
export function targetOf(write: WriteMessage): string {
  return write.update?.name ?? write.delete ?? write.transform?.document ?? '';
}

/**
 * Applies one write to the store, which must be in a transaction.
 * @param whenMicros the time of the commit, the new version's update time.
 * @throws FirestoreError when the write is invalid or its precondition fails.
 */
export function applyWrite(
  store: DocumentStore,
  write: WriteMessage,
  whenMicros: number,
): WriteResultMessage {
  const name = targetOf(write);
  checkDocumentName(name);
  const current = store.get(name);
  checkPrecondition(name, current, write.currentDocument ?? {});
  if (write.delete !== undefined) {
    if (current !== undefined) store.remove(name, whenMicros);
    return { updateTime: timestampOf(whenMicros) };
  }
  const before = current?.fields ?? {};
  const after = applyTransforms(applyUpdate(before, write), transformsOf(write), whenMicros);
  const fields = normaliseFields(after.fields);
  // A write that changes nothing keeps the update time, and listeners hear nothing of it.
  if (current !== undefined && isDeepStrictEqual(current.fields, fields)) {
    return { updateTime: timestampOf(current.updatedMicros), transformResults: after.results };
  }
  checkDocumentSize(name, fields);
  checkIndexEntries(name, fields);
  store.put(name, fields, whenMicros);
  return { updateTime: timestampOf(whenMicros), transformResults: after.results };
}

/** Without a mask an update replaces the document; with one, named fields that it lacks are removed. */
function applyUpdate(before: Fields, write: WriteMessage): Fields {
  const input = write.update?.fields ?? {};
  if (write.updateMask === undefined) return write.update ? input : before;
  return (write.updateMask.fieldPaths ?? [])
    .map(parseFieldPath)
    .reduce((fields, path) => withValueAt(fields, path, valueAt(input, path)), before);
}

function transformsOf(write: WriteMessage): readonly FieldTransformMessage[] {
  const transforms = write.updateTransforms ?? write.transform?.fieldTransforms ?? [];
  if (transforms.length > LIMITS.transformsPerDocument) {
    throw invalidArgument(
      `A write has ${transforms.length} field transforms; ${LIMITS.transformsPerDocument} are allowed.`,
    );
  }
  return transforms;
}

function applyTransforms(
  before: Fields,
  transforms: readonly FieldTransformMessage[],
  whenMicros: number,
): { fields: Fields; results: readonly Value[] } {
  const results: Value[] = [];
  let fields = before;
  for (const transform of transforms) {
    const path = parseFieldPath(transform.fieldPath ?? '');
    const value = transformed(valueAt(fields, path), transform, whenMicros);
    fields = withValueAt(fields, path, value);
    results.push(value);
  }
  return { fields, results };
}
