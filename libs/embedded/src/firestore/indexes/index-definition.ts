import { queriedValue } from '../queries/document-fields.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import { descending, orderKey } from '../values/order-key.ts';
import { rootOf, splitDocumentName } from '../values/resource-names.ts';

/** One field of an index: sorted up, sorted down, or an entry per element of an array. */
export interface IndexField {
  readonly path: string;
  readonly mode: 'ASCENDING' | 'DESCENDING' | 'CONTAINS';
}

/** What an index holds: the documents of a collection (or of all with this id) that have its fields. */
export interface IndexDefinition {
  readonly collectionId: string;
  readonly scope: 'COLLECTION' | 'COLLECTION_GROUP';
  readonly fields: readonly IndexField[];
}

/** One entry: where in the index a document stands. */
export interface IndexEntry {
  /** The parent of the collection, or the root of the database for a collection group. */
  readonly scope: string;
  readonly key: Buffer;
}

/** The fields as Google's messages show them: `(status ASC, wakeAt DESC, __name__ DESC)`. */
export function fieldsText(fields: readonly IndexField[]): string {
  const words = { ASCENDING: 'ASC', DESCENDING: 'DESC', CONTAINS: 'CONTAINS' };
  return `(${fields.map(({ path, mode }) => `${path} ${words[mode]}`).join(', ')})`;
}

/** The definition as one text: equal texts, equal indexes. */
export function definitionText({ collectionId, scope, fields }: IndexDefinition): string {
  return JSON.stringify([collectionId, scope, ...fields.map(({ path, mode }) => [path, mode])]);
}

/** @throws Error when the text is not from {@link definitionText}. */
export function parseDefinition(text: string): IndexDefinition {
  const parsed: unknown = JSON.parse(text);
  const [collectionId, scope, ...fields] = listIn(parsed);
  const isScope = scope === 'COLLECTION' || scope === 'COLLECTION_GROUP';
  if (typeof collectionId !== 'string' || !isScope) throw new Error(`no index: ${text}`);
  return { collectionId, scope, fields: fields.map(parseField) };
}

/** The entries of a document: none when it lacks a field, several when an array has several values. */
export function entriesOf(
  { scope, fields }: IndexDefinition,
  document: Pick<StoredDocument, 'name' | 'fields'>,
): IndexEntry[] {
  let keys: Buffer[] = [Buffer.of()];
  for (const field of fields) {
    const parts = partsOf(field, document);
    keys = keys.flatMap((key) => parts.map((part) => Buffer.concat([key, part])));
  }
  const place =
    scope === 'COLLECTION' ? splitDocumentName(document.name).parent : rootOf(document.name);
  return keys.map((key) => ({ scope: place, key }));
}

/** The part of a key that a value has in a field. */
export function keyPart(mode: IndexField['mode'], value: Parameters<typeof orderKey>[0]): Buffer {
  const key = orderKey(value);
  return mode === 'DESCENDING' ? descending(key) : key;
}

function partsOf(
  { path, mode }: IndexField,
  document: Pick<StoredDocument, 'name' | 'fields'>,
): Buffer[] {
  const value = queriedValue(document, path);
  if (value === undefined) return [];
  if (mode !== 'CONTAINS') return [keyPart(mode, value)];
  const parts = (value.arrayValue?.values ?? []).map((element) => keyPart(mode, element));
  return [...new Map(parts.map((part) => [part.toString('latin1'), part])).values()];
}

function parseField(field: unknown): IndexField {
  const [path, mode] = listIn(field);
  const isMode = mode === 'ASCENDING' || mode === 'DESCENDING' || mode === 'CONTAINS';
  if (typeof path !== 'string' || !isMode) throw new Error(`no index field: ${String(field)}`);
  return { path, mode };
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
