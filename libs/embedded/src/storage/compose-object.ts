import { mergeObjectMetadata } from './object-metadata.ts';
import type { ObjectTable } from './object-table.ts';
import type { ObjectTarget, ObjectWriter } from './object-writer.ts';
import { invalid, notFound } from './storage-error.ts';
import { isObject } from './storage-http.ts';
import type { StoredObject } from './stored-object.ts';

/** https://cloud.google.com/storage/docs/composite-objects */
const MOST_SOURCES = 32;

/**
 * Puts objects of the target's bucket one behind the other in a new one. Callers hold the transaction.
 * @param request the body of `POST /b/BUCKET/o/NAME/compose`.
 * @throws StorageError 400 for a request without 1 to 32 sources, 404 when one is missing, and as
 * `ObjectWriter.write`.
 */
export function composeObject(
  { objects, writer }: { readonly objects: ObjectTable; readonly writer: ObjectWriter },
  target: ObjectTarget,
  request: Readonly<Record<string, unknown>>,
): StoredObject {
  const { sourceObjects, destination } = request;
  const sources: unknown[] = Array.isArray(sourceObjects) ? sourceObjects : [];
  if (sources.length === 0 || sources.length > MOST_SOURCES) {
    throw invalid(`The number of source components must be between 1 and ${MOST_SOURCES}.`);
  }
  const found = sources.map((source) => sourceIn(objects, target.bucket, source));
  const content = Buffer.concat(found.map((source) => objects.read(source)));
  const fields = isObject(destination) ? destination : {};
  const contentType = found[0]?.metadata.contentType;
  return writer.write(target, content, {
    ...(contentType !== undefined && { contentType }),
    ...mergeObjectMetadata({}, fields),
  });
}

function sourceIn(objects: ObjectTable, bucket: string, source: unknown): StoredObject {
  const { name, generation } = isObject(source) ? source : {};
  if (typeof name !== 'string') throw invalid('Each source object needs a name.');
  const object = objects.find(bucket, name);
  const isWanted = generation === undefined || Number(generation) === object?.generation;
  if (object === undefined || !isWanted) throw notFound(`No such object: ${bucket}/${name}`);
  return object;
}
