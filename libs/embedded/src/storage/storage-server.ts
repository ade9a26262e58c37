import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { invalid, StorageError } from './storage-error.ts';
import { jsonReply, type StorageReply, type StorageRequest } from './storage-http.ts';
import { tooLarge } from './upload-routes.ts';
import { XmlError } from './xml-error.ts';

/** Room for the metadata part and the boundaries of a multipart upload. */
const ENVELOPE_BYTES = 64 * 1024;

interface ServerSettings {
  readonly maxObjectBytes: number;
  readonly handle: (request: StorageRequest) => Promise<StorageReply>;
  readonly log: ObjectStoreLog;
}

/** One thing the server noticed. */
export interface ObjectStoreLogEntry {
  readonly level: 'debug' | 'error';
  /** Method, path and status of a request. */
  readonly message: string;
  /** Stack of the error behind a 500. */
  readonly error?: string;
}

/** Receives the server's log; must not throw. */
export type ObjectStoreLog = (entry: ObjectStoreLogEntry) => void;

/** An HTTP server that turns sockets into `StorageRequest` and errors into Google's error body. */
export function createStorageServer(settings: ServerSettings): Server {
  return createServer((request, response) => {
    void answer(request, response, settings);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { maxObjectBytes, handle, log }: ServerSettings,
): Promise<void> {
  let reply: StorageReply;
  let bug: string | undefined;
  try {
    reply = await handle(storageRequest(request, maxObjectBytes + ENVELOPE_BYTES));
  } catch (error) {
    if (request.errored) return;
    const known = error instanceof StorageError;
    if (!known) bug = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const shown = known ? error : new StorageError(500, 'internalError', 'Internal Error');
    reply = shown instanceof XmlError ? shown.reply : jsonReply(shown.body, shown.status);
  }
  const message = `${request.method} ${request.url} ${reply.status}`;
  log(bug === undefined ? { level: 'debug', message } : { level: 'error', message, error: bug });
  // A body that was not read to its end would be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  const length = reply.status === 304 ? {} : { 'content-length': reply.body.length };
  response.writeHead(reply.status, { ...reply.headers, ...length });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

function storageRequest(request: IncomingMessage, maxBytes: number): StorageRequest {
  const [path = '', query = ''] = splitOnce(request.url ?? '/', '?');
  return {
    method: request.method ?? 'GET',
    path: path.split('/').slice(1).map(decodeSegment),
    query: new URLSearchParams(query),
    headers: request.headers,
    origin: `http://${request.headers.host ?? 'localhost'}`,
    readBody: () => readBody(request, maxBytes),
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw invalid('The path is not percent-encoded UTF-8.');
  }
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  // `for await` would destroy the socket on leaving early, and the 413 could not be sent.
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      reject(tooLarge(maxBytes));
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}
