import { uploadRange } from './byte-ranges.ts';
import { parseMultipartRelated } from './multipart-related.ts';
import { mergeObjectMetadata, type ObjectMetadata } from './object-metadata.ts';
import { checksumsOf, type ExpectedChecksums, type ObjectWriter } from './object-writer.ts';
import { preconditionsOf } from './preconditions.ts';
import { invalid, notFound, StorageError } from './storage-error.ts';
import {
  emptyReply,
  jsonReply,
  parseJsonObject,
  type StorageReply,
  type StorageRequest,
} from './storage-http.ts';
import { objectResource } from './stored-object.ts';
import type { UploadSession, UploadTable } from './upload-table.ts';

/** https://cloud.google.com/storage/docs/performing-resumable-uploads#chunked-upload */
const CHUNK_MULTIPLE = 256 * 1024;

interface UploadSettings {
  readonly maxObjectBytes: number;
  readonly endpoint: () => string;
  readonly nextId: () => string;
}

/** The three ways of uploading. Callers run each method inside one transaction. */
export class UploadRoutes {
  readonly #writer: ObjectWriter;
  readonly #uploads: UploadTable;
  readonly #settings: UploadSettings;

  constructor(writer: ObjectWriter, uploads: UploadTable, settings: UploadSettings) {
    this.#writer = writer;
    this.#uploads = uploads;
    this.#settings = settings;
  }

  /** `POST /upload/.../b/BUCKET/o?uploadType=media|multipart|resumable`. */
  start(bucket: string, request: StorageRequest, body: Buffer): StorageReply {
    switch (request.query.get('uploadType')) {
      case 'media':
        return this.#single(bucket, request, body, {}, request.headers['content-type']);
      case 'multipart': {
        const parts = parseMultipartRelated(request.headers['content-type'], body);
        const fields = parseJsonObject(parts.metadata);
        return this.#single(bucket, request, parts.bytes, fields, parts.contentType);
      }
      case 'resumable':
        return this.#resumable(bucket, request, parseJsonObject(body));
      default:
        throw invalid('uploadType must be media, multipart or resumable.');
    }
  }

  /**
   * `PUT SESSION`: stores a part, or answers a status query. 308 with `Range: bytes=0-N` while bytes
   * are missing (no Range when there are none yet), 200 with the object when it is complete.
   */
  put(id: string, request: StorageRequest, body: Buffer): StorageReply {
    const session = this.#require(id);
    if (session.result !== undefined) return finished(session.result);
    const { start, total, last } = uploadRange(request.headers['content-range'], body.length);
    if (start === undefined) return incomplete(session.received);
    // A gap: the client reads from the answer where to go on.
    if (start > session.received) return incomplete(session.received);
    const part = body.subarray(session.received - start);
    const received = Math.max(session.received, start + body.length);
    if (received > this.#settings.maxObjectBytes) throw tooLarge(this.#settings.maxObjectBytes);
    if (!last && received % CHUNK_MULTIPLE !== 0) {
      throw invalid(`Every chunk but the last must be a multiple of ${CHUNK_MULTIPLE} bytes.`);
    }
    this.#uploads.append(session, part);
    if (!last) return incomplete(received);
    const size = total ?? received;
    if (received !== size || (session.expectedSize ?? size) !== size) {
      throw invalid(
        `The upload has ${received} bytes, ${session.expectedSize ?? size} were announced.`,
      );
    }
    return this.#complete(session, checksumsOf(request.headers['x-goog-hash']));
  }

  /** `DELETE SESSION`; 499 is what Cloud Storage answers. */
  cancel(id: string): StorageReply {
    this.#require(id);
    this.#uploads.remove(id);
    return emptyReply(499);
  }

  #single(
    bucket: string,
    request: StorageRequest,
    content: Buffer,
    fields: Readonly<Record<string, unknown>>,
    contentType: string | undefined,
  ): StorageReply {
    const object = this.#writer.write(
      { bucket, name: nameOf(request, fields), conditions: preconditionsOf(request.query) },
      content,
      withType(fields, contentType),
      { ...announced(fields), ...present(checksumsOf(request.headers['x-goog-hash'])) },
    );
    return jsonReply(objectResource(object, this.#settings.endpoint()));
  }

  #resumable(
    bucket: string,
    request: StorageRequest,
    fields: Readonly<Record<string, unknown>>,
  ): StorageReply {
    const announcedSize = request.headers['x-upload-content-length'];
    const expectedSize = announcedSize === undefined ? undefined : Number(announcedSize);
    if (expectedSize !== undefined && expectedSize > this.#settings.maxObjectBytes) {
      throw tooLarge(this.#settings.maxObjectBytes);
    }
    const id = this.#settings.nextId();
    const session = {
      id,
      bucket,
      name: nameOf(request, fields),
      conditions: preconditionsOf(request.query),
      metadata: withType(fields, request.headers['x-upload-content-type']?.toString()),
      expectedSize: Number.isSafeInteger(expectedSize) ? expectedSize : undefined,
    };
    this.#writer.checkTarget(session);
    this.#uploads.start(session);
    const query = new URLSearchParams({
      uploadType: 'resumable',
      name: session.name,
      upload_id: id,
    });
    const location = `${request.origin}/upload/storage/v1/b/${bucket}/o?${query.toString()}`;
    return emptyReply(200, { location, 'x-guploader-uploadid': id });
  }

  /** The preconditions are judged again here: another upload may have finished since the start. */
  #complete(session: UploadSession, expected: ExpectedChecksums): StorageReply {
    const content = this.#uploads.content(session);
    const object = this.#writer.write(session, content, session.metadata, expected);
    const result = JSON.stringify(objectResource(object, this.#settings.endpoint()));
    this.#uploads.finish(session, result);
    return finished(result);
  }

  #require(id: string): UploadSession {
    const session = this.#uploads.find(id);
    if (session === undefined) throw notFound('No such upload session: start a new one.');
    return session;
  }
}

/** 413: larger than the store takes. */
export function tooLarge(maxBytes: number): StorageError {
  return new StorageError(
    413,
    'uploadTooLarge',
    `The embedded object store takes bodies and objects of up to ${maxBytes} bytes.`,
  );
}

function nameOf({ query }: StorageRequest, fields: Readonly<Record<string, unknown>>): string {
  const name = query.get('name') ?? fields['name'];
  if (typeof name !== 'string') throw invalid('Required parameter: name');
  return name;
}

function withType(
  fields: Readonly<Record<string, unknown>>,
  contentType: string | undefined,
): ObjectMetadata {
  const metadata = mergeObjectMetadata({}, fields);
  return contentType === undefined || metadata.contentType !== undefined
    ? metadata
    : { ...metadata, contentType };
}

function announced(fields: Readonly<Record<string, unknown>>): ExpectedChecksums {
  const { md5Hash: md5, crc32c } = fields;
  return {
    ...(typeof md5 === 'string' && { md5 }),
    ...(typeof crc32c === 'string' && { crc32c }),
  };
}

function present({ md5, crc32c }: ExpectedChecksums): ExpectedChecksums {
  return { ...(md5 !== undefined && { md5 }), ...(crc32c !== undefined && { crc32c }) };
}

function incomplete(received: number): StorageReply {
  return emptyReply(308, received === 0 ? {} : { range: `bytes=0-${received - 1}` });
}

function finished(result: string): StorageReply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: Buffer.from(result),
  };
}
