import { invalid, notImplemented } from './storage-error.ts';
import { isObject } from './storage-http.ts';

/** What a client may set on an object; `metadata` is its own key-value pairs. */
export interface ObjectMetadata {
  readonly contentType?: string;
  readonly cacheControl?: string;
  readonly contentDisposition?: string;
  readonly contentEncoding?: string;
  readonly contentLanguage?: string;
  readonly customTime?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

const TEXT_FIELDS = [
  'contentType',
  'cacheControl',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'customTime',
] as const;

/** Set by the server, but clients send them back when they write what they have read. */
const OUTPUT_FIELDS = new Set([
  'bucket',
  'crc32c',
  'etag',
  'generation',
  'id',
  'kind',
  'md5Hash',
  'mediaLink',
  'metageneration',
  'name',
  'selfLink',
  'size',
  'storageClass',
  'timeCreated',
  'timeFinalized',
  'timeStorageClassUpdated',
  'updated',
]);

/**
 * Lays the fields of an object resource over what is stored (`{}` for a new object): absent ones
 * stay, null removes, and `metadata` is merged key by key, as PATCH does.
 * @throws StorageError 400 for a value of the wrong type, 501 for a field with an effect that the
 * embedded store does not have (holds, retention, ACLs).
 */
export function mergeObjectMetadata(
  stored: ObjectMetadata,
  change: Readonly<Record<string, unknown>>,
): ObjectMetadata {
  const fields: Partial<Record<(typeof TEXT_FIELDS)[number], string>> = {};
  for (const field of TEXT_FIELDS) {
    const value = change[field] === undefined ? stored[field] : change[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') throw invalid(`Invalid value for ${field}: a string is needed.`);
    fields[field] = value;
  }
  for (const field of Object.keys(change)) {
    const known = field === 'metadata' || TEXT_FIELDS.some((name) => name === field);
    if (!known && !OUTPUT_FIELDS.has(field)) throw notImplemented(`object field "${field}"`);
  }
  const metadata = mergePairs(stored.metadata ?? {}, change['metadata']);
  return Object.keys(metadata).length === 0 ? fields : { ...fields, metadata };
}

function mergePairs(
  stored: Readonly<Record<string, string>>,
  change: unknown,
): Record<string, string> {
  if (change === undefined) return { ...stored };
  if (change === null) return {};
  if (!isObject(change)) throw invalid('Invalid value for metadata: an object is needed.');
  const pairs = new Map(Object.entries(stored));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) pairs.delete(key);
    else if (typeof value === 'string') pairs.set(key, value);
    else throw invalid(`Invalid value for metadata.${key}: a string is needed.`);
  }
  return Object.fromEntries(pairs);
}
