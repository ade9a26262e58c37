import type { BucketRoutes } from './bucket-routes.ts';
import { composeObject } from './compose-object.ts';
import { downloadReply } from './object-download.ts';
import { listObjects } from './object-listing.ts';
import { mergeObjectMetadata } from './object-metadata.ts';
import type { ObjectTable } from './object-table.ts';
import type { ObjectWriter } from './object-writer.ts';
import { checkPreconditions, preconditionsOf } from './preconditions.ts';
import { conditionNotMet, invalid, notFound, notImplemented } from './storage-error.ts';
import {
  emptyReply,
  jsonReply,
  parseJsonObject,
  wholeNumber,
  type StorageReply,
  type StorageRequest,
} from './storage-http.ts';
import { objectResource, type StoredObject } from './stored-object.ts';

const MAX_PAGE = 1000;

/** Which object a request is about. */
export interface ObjectPath {
  readonly bucket: string;
  readonly name: string;
}

/** The object resource of the JSON API, uploads apart. Callers run each method inside one transaction. */
export class ObjectRoutes {
  readonly #buckets: BucketRoutes;
  readonly #objects: ObjectTable;
  readonly #writer: ObjectWriter;
  readonly #endpoint: () => string;

  constructor(
    buckets: BucketRoutes,
    objects: ObjectTable,
    writer: ObjectWriter,
    endpoint: () => string,
  ) {
    this.#buckets = buckets;
    this.#objects = objects;
    this.#writer = writer;
    this.#endpoint = endpoint;
  }

  /** `GET /b/BUCKET/o`. */
  list(bucket: string, { query }: StorageRequest): StorageReply {
    this.#buckets.require(bucket);
    for (const parameter of ['matchGlob', 'softDeleted', 'includeTrailingDelimiter', 'filter']) {
      if (query.has(parameter)) throw notImplemented(`list parameter "${parameter}"`);
    }
    const { items, prefixes, nextPageToken } = listObjects(this.#objects, bucket, {
      prefix: query.get('prefix') ?? '',
      delimiter: query.get('delimiter') ?? '',
      pageToken: query.get('pageToken') ?? undefined,
      maxResults: Math.min(wholeNumber(query, 'maxResults') || MAX_PAGE, MAX_PAGE),
      startOffset: query.get('startOffset') ?? '',
      endOffset: query.get('endOffset') ?? '',
    });
    return jsonReply({
      kind: 'storage#objects',
      items: items.map((object) => objectResource(object, this.#endpoint())),
      ...(prefixes.length > 0 && { prefixes }),
      ...(nextPageToken !== undefined && { nextPageToken }),
    });
  }

  /** `GET /b/BUCKET/o/NAME`: metadata, or the bytes with alt=media. A failed ...NotMatch is 304. */
  get(path: ObjectPath, request: StorageRequest): StorageReply {
    const object = this.#find(path, request.query);
    const verdict = checkPreconditions(preconditionsOf(request.query), object);
    if (verdict === 'mismatch') throw conditionNotMet();
    if (verdict === 'unchanged') return emptyReply(304);
    if (request.query.get('alt') === 'media') return this.media(object, request);
    return this.#reply(object);
  }

  /** `GET /BUCKET/NAME`, the address that the client's `publicUrl()` gives. */
  getPublic(path: ObjectPath, request: StorageRequest): StorageReply {
    return this.media(this.#find(path, request.query), request);
  }

  /** The bytes of an object that was found. */
  media(object: StoredObject, request: StorageRequest): StorageReply {
    return downloadReply(object, this.#objects.read(object), request.headers);
  }

  /** `PATCH /b/BUCKET/o/NAME`. */
  patch(path: ObjectPath, request: StorageRequest, body: Uint8Array): StorageReply {
    const object = this.#matching(path, request.query);
    const metadata = mergeObjectMetadata(object.metadata, parseJsonObject(body));
    return this.#reply(this.#objects.update(object, metadata));
  }

  /** `DELETE /b/BUCKET/o/NAME`. */
  remove(path: ObjectPath, request: StorageRequest): StorageReply {
    this.#matching(path, request.query);
    this.#objects.remove(path.bucket, path.name);
    return emptyReply(204);
  }

  /**
   * `POST .../rewriteTo/...` and `.../copyTo/...`: always done in one step, so there is never a
   * rewrite token. A body with fields replaces the metadata, as it does on Cloud Storage.
   */
  copy(
    from: ObjectPath,
    to: ObjectPath,
    { query }: StorageRequest,
    body: Uint8Array,
    answer: 'rewrite' | 'copy',
  ): StorageReply {
    const source = this.#find(from, query, 'sourceGeneration');
    const change = parseJsonObject(body);
    const base = Object.keys(change).length === 0 ? source.metadata : {};
    const target = { ...to, conditions: preconditionsOf(query) };
    const copied = this.#writer.write(
      target,
      this.#objects.read(source),
      mergeObjectMetadata(base, change),
    );
    if (answer === 'copy') return this.#reply(copied);
    return jsonReply({
      kind: 'storage#rewriteResponse',
      totalBytesRewritten: String(copied.size),
      objectSize: String(copied.size),
      done: true,
      resource: objectResource(copied, this.#endpoint()),
    });
  }

  /** `POST /b/BUCKET/o/NAME/compose`. */
  compose(path: ObjectPath, { query }: StorageRequest, body: Uint8Array): StorageReply {
    this.#buckets.require(path.bucket);
    const target = { ...path, conditions: preconditionsOf(query) };
    const parts = { objects: this.#objects, writer: this.#writer };
    return this.#reply(composeObject(parts, target, parseJsonObject(body)));
  }

  #reply(object: StoredObject): StorageReply {
    return jsonReply(objectResource(object, this.#endpoint()));
  }

  #matching(path: ObjectPath, query: URLSearchParams): StoredObject {
    const object = this.#find(path, query);
    if (checkPreconditions(preconditionsOf(query), object) !== 'hold') throw conditionNotMet();
    return object;
  }

  /** Only the live generation exists: an overwritten one is gone, as in a bucket without versioning. */
  #find(
    { bucket, name }: ObjectPath,
    query: URLSearchParams,
    parameter: 'generation' | 'sourceGeneration' = 'generation',
  ): StoredObject {
    this.#buckets.require(bucket);
    if (name === '') throw invalid('An object name is needed.');
    const object = this.#objects.find(bucket, name);
    const generation = wholeNumber(query, parameter) ?? object?.generation;
    if (object === undefined || generation !== object.generation) {
      throw notFound(`No such object: ${bucket}/${name}`);
    }
    return object;
  }
}
