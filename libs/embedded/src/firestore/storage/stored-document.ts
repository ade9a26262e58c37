import type { DocumentMessage, MaskMessage } from '../protocol/value-messages.ts';
import type { Fields } from '../protocol/value-messages.ts';
import { projectFields } from '../values/field-paths.ts';
import { timestampOf } from '../values/timestamps.ts';

/** One version of a document. Immutable: it is shared by the cache and all its readers. */
export interface StoredDocument {
  /** `projects/P/databases/D/documents/collection/id…` */
  readonly name: string;
  readonly fields: Fields;
  /** Microseconds since 1970 of the commit that created the document. */
  readonly createdMicros: number;
  /** Microseconds since 1970 of the commit that wrote this version. */
  readonly updatedMicros: number;
}

/** The version as clients receive it, cut down to the mask if there is one. */
export function documentMessage(document: StoredDocument, mask?: MaskMessage): DocumentMessage {
  return {
    name: document.name,
    fields: mask ? projectFields(document.fields, mask.fieldPaths ?? []) : document.fields,
    createTime: timestampOf(document.createdMicros),
    updateTime: timestampOf(document.updatedMicros),
  };
}
