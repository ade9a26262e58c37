import type { IncomingHttpHeaders } from 'node:http';
import { invalid } from './storage-error.ts';

/** One HTTP request, without its socket. */
export interface StorageRequest {
  readonly method: string;
  /** Path segments, percent-decoded. An object name that was sent encoded is one segment. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** `http://host:port` as the client wrote it, for the Location of an upload session. */
  readonly origin: string;
  /** The whole body. @throws StorageError 413 when it is larger than the store takes. */
  readBody(): Promise<Buffer>;
}

/** What goes back; `Content-Length` is added by the server. */
export interface StorageReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const NOTHING = new Uint8Array();

/** A JSON answer. */
export function jsonReply(value: object, status = 200): StorageReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** An answer without a body. */
export function emptyReply(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): StorageReply {
  return { status, headers, body: NOTHING };
}

/** Reads a JSON object; an empty body is `{}`. @throws StorageError 400 when it is something else. */
export function parseJsonObject(body: Uint8Array): Record<string, unknown> {
  if (body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw invalid('Parse Error: the body is not JSON in UTF-8.');
  }
  if (!isObject(value)) throw invalid('Parse Error: the body is not a JSON object.');
  return value;
}

/** True for a JSON object (not null, not an array). */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a whole number from the query; undefined when it is absent. @throws StorageError 400. */
export function wholeNumber(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw invalid(`Invalid value for ${name}: a whole number is needed.`);
  }
  return value;
}
