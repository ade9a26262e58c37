import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { downloadRange } from './byte-ranges.ts';
import { emptyReply, type StorageReply } from './storage-http.ts';
import { etagOf, type StoredObject } from './stored-object.ts';

/**
 * Answers with an object's bytes: whole, one range (206), 304 for a known ETag, 416 past the end.
 * An object stored with Content-Encoding gzip is decompressed for clients that do not take gzip.
 * https://cloud.google.com/storage/docs/transcoding
 */
export function downloadReply(
  object: StoredObject,
  stored: Uint8Array,
  request: IncomingHttpHeaders,
): StorageReply {
  const etag = `"${etagOf(object)}"`;
  if (request['if-none-match'] === etag) return emptyReply(304, { etag });
  const headers = objectHeaders(object, etag);
  const { contentEncoding } = object.metadata;
  if (contentEncoding === 'gzip' && !takesGzip(request)) {
    return { status: 200, headers, body: gunzipSync(stored) };
  }
  if (contentEncoding !== undefined) headers['content-encoding'] = headerText(contentEncoding);
  const range = downloadRange(request.range, stored.length);
  if (range === 'unsatisfiable') {
    return emptyReply(416, { 'content-range': `bytes */${stored.length}` });
  }
  if (range === 'whole') return { status: 200, headers, body: stored };
  const contentRange = `bytes ${range.start}-${range.end}/${stored.length}`;
  return {
    status: 206,
    headers: { ...headers, 'content-range': contentRange },
    body: stored.subarray(range.start, range.end + 1),
  };
}

function takesGzip(request: IncomingHttpHeaders): boolean {
  return /\bgzip\b/.test(request['accept-encoding']?.toString() ?? '');
}

/** Every header but Content-Encoding, which depends on the client. */
function objectHeaders(object: StoredObject, etag: string): Record<string, string> {
  const { contentType, cacheControl, contentDisposition, contentEncoding, contentLanguage } =
    object.metadata;
  const optional = {
    'cache-control': cacheControl,
    'content-disposition': contentDisposition,
    'content-language': contentLanguage,
  };
  const headers: Record<string, string> = {
    'content-type': contentType ?? 'application/octet-stream',
    'accept-ranges': 'bytes',
    etag,
    'last-modified': new Date(object.updatedMs).toUTCString(),
    'x-goog-generation': String(object.generation),
    'x-goog-metageneration': String(object.metageneration),
    // The Node client checks a download only when it reads 'identity' here (or gzip in both places).
    'x-goog-stored-content-encoding': contentEncoding ?? 'identity',
    'x-goog-stored-content-length': String(object.size),
    'x-goog-hash': `crc32c=${object.crc32c},md5=${object.md5}`,
    'x-goog-storage-class': 'STANDARD',
  };
  for (const [name, value] of Object.entries(optional)) {
    if (value !== undefined) headers[name] = headerText(value);
  }
  return headers;
}

/** Node writes header strings as Latin-1, so UTF-8 text (a file name) travels as its bytes. */
function headerText(value: string): string {
  return Buffer.from(value.replaceAll(/[\r\n\0]/g, ' '), 'utf8').toString('latin1');
}
