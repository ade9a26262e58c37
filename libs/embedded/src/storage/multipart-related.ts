import { invalid } from './storage-error.ts';

/** The two parts of a `uploadType=multipart` body. */
export interface MultipartUpload {
  /** The JSON of the object's metadata, undecoded. */
  readonly metadata: Uint8Array;
  /** Content-Type header of the second part. */
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

/**
 * Splits a multipart/related body (RFC 2387): metadata first, then the object's bytes, which may
 * hold anything except the boundary. @throws StorageError 400 when it is not of that form.
 */
export function parseMultipartRelated(
  contentType: string | undefined,
  body: Buffer,
): MultipartUpload {
  const boundary = boundaryOf(contentType);
  const parts = splitParts(body, boundary);
  const [metadata, media, extra] = parts;
  if (metadata === undefined || media === undefined || extra !== undefined) {
    throw invalid(`A multipart upload has two parts, this one has ${parts.length}.`);
  }
  return { metadata: metadata.bytes, contentType: media.contentType, bytes: media.bytes };
}

function boundaryOf(contentType: string | undefined): string {
  const match = /^multipart\/related\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/is.exec(
    contentType ?? '',
  );
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) {
    throw invalid('A multipart upload needs Content-Type: multipart/related; boundary=...');
  }
  return boundary;
}

interface Part {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

function splitParts(body: Buffer, boundary: string): Part[] {
  const opening = `--${boundary}`;
  if (body.subarray(0, opening.length).toString('latin1') !== opening) {
    throw invalid('The multipart body does not start with its boundary.');
  }
  const parts: Part[] = [];
  let at = opening.length;
  while (body.subarray(at, at + 2).toString('latin1') === '\r\n') {
    const end = body.indexOf(`\r\n${opening}`, at + 2, 'latin1');
    if (end === -1) throw invalid('The multipart body ends in the middle of a part.');
    parts.push(partOf(body.subarray(at + 2, end)));
    at = end + 2 + opening.length;
  }
  if (body.subarray(at, at + 2).toString('latin1') !== '--') {
    throw invalid('The multipart body has no closing boundary.');
  }
  return parts;
}

function partOf(part: Buffer): Part {
  const headersEnd = part.indexOf('\r\n\r\n', 0, 'latin1');
  if (headersEnd === -1) throw invalid('A part of the multipart body has no header section.');
  const headers = part.subarray(0, headersEnd).toString('latin1');
  return {
    contentType: /^content-type:\s*(.*?)\s*$/im.exec(headers)?.[1],
    bytes: part.subarray(headersEnd + 4),
  };
}
