import { createHash } from 'node:crypto';
import type { StorageRequest } from './storage-http.ts';

/** The parameter that carries the signature is the only one that it does not cover. */
const SIGNATURE = 'x-goog-signature';

/** A request and the parts of its URL that say what was signed. */
export interface SignedParts {
  readonly request: StorageRequest;
  readonly method: string;
  readonly host: string;
  /** Lower case, in the order of the URL. */
  readonly signedHeaders: readonly string[];
  /** The value of X-Goog-Date. */
  readonly date: string;
  /** `DATE/LOCATION/storage/goog4_request`. */
  readonly scope: string;
}

/**
 * The text whose signature a V4 signed URL carries.
 * https://cloud.google.com/storage/docs/authentication/canonical-requests
 */
export function stringToSign(parts: SignedParts): string {
  const hash = createHash('sha256').update(canonicalRequest(parts)).digest('hex');
  return ['GOOG4-RSA-SHA256', parts.date, parts.scope, hash].join('\n');
}

function canonicalRequest({ request, method, host, signedHeaders }: SignedParts): string {
  const valueOf = (name: string): string => (name === 'host' ? host : headerText(request, name));
  const headers = signedHeaders.map((name) => `${name}:${canonicalValue(valueOf(name))}\n`);
  const payload = headerText(request, 'x-goog-content-sha256');
  return [
    method,
    `/${request.path.map(encoded).join('/')}`,
    canonicalQuery(request.query),
    headers.join(''),
    signedHeaders.join(';'),
    signedHeaders.includes('x-goog-content-sha256') ? payload : 'UNSIGNED-PAYLOAD',
  ].join('\n');
}

/** The value of a header as one text, '' when it is absent. */
export function headerText({ headers }: StorageRequest, name: string): string {
  return [headers[name] ?? []].flat().join(',');
}

function canonicalValue(value: string): string {
  return value.trim().replaceAll(/\s+/g, ' ');
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name.toLowerCase() !== SIGNATURE)
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Percent-encodes every byte but A-Z a-z 0-9 - . _ ~ */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
