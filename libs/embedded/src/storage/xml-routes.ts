import { createHash } from 'node:crypto';
import type { ObjectMetadata } from './object-metadata.ts';
import type { ObjectPath, ObjectRoutes } from './object-routes.ts';
import { checksumsOf, type ObjectWriter } from './object-writer.ts';
import { preconditionsOf } from './preconditions.ts';
import { invalid, notFound } from './storage-error.ts';
import { emptyReply, type StorageReply, type StorageRequest } from './storage-http.ts';
import { etagOf } from './stored-object.ts';
import type { UploadRoutes } from './upload-routes.ts';
import { XmlError } from './xml-error.ts';

const META = 'x-goog-meta-';

/**
 * The part of the XML API that signed URLs reach: one object at `/BUCKET/NAME`. The signature has been
 * checked; callers run each request inside one transaction.
 * https://cloud.google.com/storage/docs/xml-api/reference-methods
 */
export class XmlRoutes {
  readonly #objects: ObjectRoutes;
  readonly #uploads: UploadRoutes;
  readonly #writer: ObjectWriter;

  constructor(objects: ObjectRoutes, uploads: UploadRoutes, writer: ObjectWriter) {
    this.#objects = objects;
    this.#uploads = uploads;
    this.#writer = writer;
  }

  /** @throws StorageError for everything that the request has wrong. */
  handle(path: ObjectPath, request: StorageRequest, body: Buffer): StorageReply {
    const inJson = { ...request, query: jsonQueryOf(request) };
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        inJson.query.set('alt', 'media');
        return asAskedFor(this.#objects.get(path, inJson), request.query);
      case 'PUT':
        return this.#put(path, inJson, body);
      case 'DELETE':
        return this.#objects.remove(path, inJson);
      case 'POST':
        return this.#startUpload(path, inJson);
      default:
        throw new XmlError(405, 'MethodNotAllowed', 'The specified method is not allowed here.');
    }
  }

  #put(path: ObjectPath, request: StorageRequest, body: Buffer): StorageReply {
    const { headers, query } = request;
    checkLength(headers['x-goog-content-length-range'], body.length);
    const sha256 = headers['x-goog-content-sha256'];
    if (sha256 !== undefined && sha256 !== createHash('sha256').update(body).digest('hex')) {
      throw new XmlError(400, 'BadDigest', 'The x-goog-content-sha256 did not match the content.');
    }
    const md5 = headers['content-md5']?.toString();
    const expected = checksumsOf(headers['x-goog-hash']);
    const object = this.#writer.write(
      { ...path, conditions: preconditionsOf(query) },
      body,
      metadataIn(request),
      { ...expected, ...(md5 !== undefined && { md5 }) },
    );
    return emptyReply(200, {
      etag: `"${etagOf(object)}"`,
      'x-goog-generation': String(object.generation),
      'x-goog-metageneration': String(object.metageneration),
      'x-goog-hash': `crc32c=${object.crc32c},md5=${object.md5}`,
    });
  }

  /** The session URI that comes back needs no signature: whoever has it may upload. */
  #startUpload({ bucket, name }: ObjectPath, request: StorageRequest): StorageReply {
    if (request.headers['x-goog-resumable'] !== 'start') {
      throw invalid('POST needs the header x-goog-resumable: start.');
    }
    request.query.set('uploadType', 'resumable');
    request.query.set('name', name);
    const metadata = Buffer.from(JSON.stringify(metadataIn(request)));
    return { ...this.#uploads.start(bucket, request, metadata), status: 201 };
  }
}

/** `/BUCKET/NAME` of a signed URL. @throws StorageError 404 for a bucket alone. */
export function objectPathOf({ path }: StorageRequest): ObjectPath {
  const [bucket = '', ...name] = path;
  if (name.length === 0) throw notFound('A signed URL of this store names an object.');
  return { bucket, name: name.join('/') };
}

/** What the XML API says in headers, as the parameters that the JSON API has for it. */
function jsonQueryOf({ query, headers }: StorageRequest): URLSearchParams {
  const inJson = new URLSearchParams();
  const names = {
    ifGenerationMatch: headers['x-goog-if-generation-match'],
    ifMetagenerationMatch: headers['x-goog-if-metageneration-match'],
    generation: query.get('generation') ?? undefined,
  };
  for (const [name, value] of Object.entries(names)) {
    if (value !== undefined) inJson.set(name, value.toString());
  }
  return inJson;
}

function metadataIn({ headers }: StorageRequest): ObjectMetadata {
  const text = (name: string): string | undefined => headers[name]?.toString();
  const pairs: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    if (name.startsWith(META)) pairs[name.slice(META.length)] = text(name) ?? '';
  }
  const fields = {
    contentType: text('content-type'),
    cacheControl: text('cache-control'),
    contentDisposition: text('content-disposition'),
    contentEncoding: text('content-encoding'),
    contentLanguage: text('content-language'),
  };
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(present),
    ...(Object.keys(pairs).length > 0 && { metadata: pairs }),
  };
}

/** `response-content-type` and `response-content-disposition` are the signer's choice. */
function asAskedFor(reply: StorageReply, query: URLSearchParams): StorageReply {
  if (reply.status >= 300) return reply;
  const headers = { ...reply.headers };
  for (const name of ['content-type', 'content-disposition']) {
    const wanted = query.get(`response-${name}`);
    if (wanted !== null) headers[name] = wanted.replaceAll(/[^\t\x20-\x7e]/g, ' ');
  }
  return { ...reply, headers };
}

/** `MIN,MAX`: https://cloud.google.com/storage/docs/xml-api/reference-headers#xgoogcontentlengthrange */
function checkLength(range: string | string[] | undefined, length: number): void {
  if (range === undefined) return;
  const [, min, max] = /^(\d+),(\d+)$/.exec(range.toString()) ?? [];
  if (min === undefined || max === undefined) throw invalid('x-goog-content-length-range: MIN,MAX');
  if (length < Number(min)) {
    throw new XmlError(400, 'EntityTooSmall', `At least ${min} bytes are needed.`);
  }
  if (length > Number(max)) {
    throw new XmlError(400, 'EntityTooLarge', `At most ${max} bytes are allowed.`);
  }
}
