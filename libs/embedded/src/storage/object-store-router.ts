import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../sqlite-file.ts';
import { BucketRoutes } from './bucket-routes.ts';
import { BucketTable } from './bucket-table.ts';
import { ObjectRoutes } from './object-routes.ts';
import { ObjectTable } from './object-table.ts';
import { ObjectWriter } from './object-writer.ts';
import { checkSignedUrl, isSigned, isSignedByV2 } from './signed-url.ts';
import type { SigningKey } from './signing-key.ts';
import { notFound, notImplemented, StorageError } from './storage-error.ts';
import type { StorageReply, StorageRequest } from './storage-http.ts';
import { UploadRoutes } from './upload-routes.ts';
import { UploadTable } from './upload-table.ts';
import { asXmlError } from './xml-error.ts';
import { objectPathOf, XmlRoutes } from './xml-routes.ts';

/** What the router needs besides its database; time and ids come from outside so that tests own them. */
export interface RouterSettings {
  readonly endpoint: () => string;
  readonly maxObjectBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly nextId: () => string;
  /** Asked for only when a request is signed. */
  readonly signingKey: () => Promise<SigningKey>;
}

/**
 * Finds the handler of a request and runs it as one transaction, so that whatever is answered has
 * been committed. The body is read before, which keeps the transaction free of waiting.
 */
export class ObjectStoreRouter {
  readonly #database: DatabaseSync;
  readonly #buckets: BucketRoutes;
  readonly #objects: ObjectRoutes;
  readonly #uploads: UploadRoutes;
  readonly #xml: XmlRoutes;
  readonly #settings: RouterSettings;

  constructor(database: DatabaseSync, settings: RouterSettings) {
    const { now, endpoint } = settings;
    const buckets = new BucketTable(database, now);
    const objects = new ObjectTable(database, now);
    const writer = new ObjectWriter(buckets, objects);
    this.#database = database;
    this.#buckets = new BucketRoutes(buckets, endpoint);
    this.#objects = new ObjectRoutes(this.#buckets, objects, writer, endpoint);
    this.#uploads = new UploadRoutes(writer, new UploadTable(database, now), settings);
    this.#xml = new XmlRoutes(this.#objects, this.#uploads, writer);
    this.#settings = settings;
  }

  /** @throws StorageError for everything that the request has wrong. */
  async handle(request: StorageRequest): Promise<StorageReply> {
    const body = await request.readBody();
    if (isSigned(request)) return this.#signed(request, body);
    if (isSignedByV2(request)) throw notImplemented('signed URLs of version 2, use version 4');
    return inTransaction(this.#database, () => this.#dispatch(request, body));
  }

  /** Signed URLs are served by the XML API, whatever their path looks like. */
  async #signed(request: StorageRequest, body: Buffer): Promise<StorageReply> {
    const { signingKey, now } = this.#settings;
    try {
      checkSignedUrl(request, await signingKey(), now());
      const path = objectPathOf(request);
      return inTransaction(this.#database, () => this.#xml.handle(path, request, body));
    } catch (error) {
      throw error instanceof StorageError ? asXmlError(error) : error;
    }
  }

  #dispatch(request: StorageRequest, body: Buffer): StorageReply {
    const { path } = request;
    if (path[0] === 'upload' && path[1] === 'storage') {
      return this.#upload(request, path.slice(3), body);
    }
    if (path[0] === 'download' && path[1] === 'storage') {
      request.query.set('alt', 'media');
      return this.#json(request, path.slice(3), body);
    }
    if (path[0] === 'storage' && path[1] === 'v1') return this.#json(request, path.slice(2), body);
    // With STORAGE_EMULATOR_HOST set the client leaves /storage/v1 out.
    if (path[0] === 'b') return this.#json(request, path, body);
    const [bucket, ...name] = path;
    if (bucket === undefined || name.length === 0) throw notFound('Not Found');
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound('Not Found');
    return this.#objects.getPublic({ bucket, name: name.join('/') }, request);
  }

  /** `path` is `b`, `b/BUCKET`, `b/BUCKET/o`, `b/BUCKET/o/NAME` or that and `rewriteTo/b/BUCKET/o/NAME`. */
  #json(request: StorageRequest, path: readonly string[], body: Buffer): StorageReply {
    const [root, bucket, kind, name, action, ...rest] = path;
    const route = `${request.method} ${path.length}`;
    if (root !== 'b' || (kind !== undefined && kind !== 'o')) throw notFound('Not Found');
    if (route === 'POST 1') return this.#buckets.create(body);
    if (route === 'GET 1') return this.#buckets.list(request);
    if (bucket === undefined) throw notFound('Not Found');
    if (route === 'GET 2') return this.#buckets.get(bucket, request);
    if (route === 'DELETE 2') return this.#buckets.remove(bucket, request);
    if (route === 'GET 3') return this.#objects.list(bucket, request);
    if (name === undefined) throw notFound('Not Found');
    const object = { bucket, name };
    if (route === 'GET 4') return this.#objects.get(object, request);
    if (route === 'PATCH 4') return this.#objects.patch(object, request, body);
    if (route === 'DELETE 4') return this.#objects.remove(object, request);
    if (route === 'POST 5' && action === 'compose') {
      return this.#objects.compose(object, request, body);
    }
    const [b, toBucket, o, toName] = rest;
    const isCopy = action === 'rewriteTo' || action === 'copyTo';
    if (route !== 'POST 9' || !isCopy || b !== 'b' || o !== 'o') throw notFound('Not Found');
    if (toBucket === undefined || toName === undefined) throw notFound('Not Found');
    const to = { bucket: toBucket, name: toName };
    const answer = action === 'copyTo' ? 'copy' : 'rewrite';
    return this.#objects.copy(object, to, request, body, answer);
  }

  /** `path` is `b/BUCKET/o`. */
  #upload(request: StorageRequest, path: readonly string[], body: Buffer): StorageReply {
    const [root, bucket, kind] = path;
    if (root !== 'b' || bucket === undefined || kind !== 'o' || path.length !== 3) {
      throw notFound('Not Found');
    }
    const session = request.query.get('upload_id');
    if (session === null && request.method === 'POST') {
      return this.#uploads.start(bucket, request, body);
    }
    if (session !== null && request.method === 'PUT') {
      return this.#uploads.put(session, request, body);
    }
    if (session !== null && request.method === 'DELETE') return this.#uploads.cancel(session);
    throw notFound('Not Found');
  }
}
