import {
  documentExists,
  failedPrecondition,
  noDocumentToUpdate,
} from '../protocol/firestore-error.ts';
import type { PreconditionMessage } from '../protocol/write-messages.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import { relativePathOf } from '../values/resource-names.ts';
import { microsOf } from '../values/timestamps.ts';

/**
 * Checks what a write demands of the document's present state.
 * @throws FirestoreError NOT_FOUND, ALREADY_EXISTS or FAILED_PRECONDITION.
 */
export function checkPrecondition(
  name: string,
  current: StoredDocument | undefined,
  { exists, updateTime }: PreconditionMessage,
): void {
  if (exists === false && current !== undefined) throw documentExists(name);
  const mustExist = exists === true || updateTime !== undefined;
  if (mustExist && current === undefined) throw noDocumentToUpdate(name);
  if (updateTime !== undefined && microsOf(updateTime) !== current?.updatedMicros) {
    throw failedPrecondition(
      `The stored version of ${relativePathOf(name)} does not match the required base version.`,
    );
  }
}
