import type { IncomingHttpHeaders } from 'node:http';
import type { AccessTokens } from './access-tokens.ts';
import { EndpointTable, type ApiAnswer, type Endpoint } from './api-endpoint.ts';
import type { JournalEntry } from './journal.ts';
import { LineRefusal } from './line-refusal.ts';
import type { RateLimits } from './rate-limits.ts';
import { RetryKeyConflict, type RetryKeys } from './retry-keys.ts';

const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** One request, without its socket. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly now: Date;
  /** The request's line in the journal; the parsed body is noted there. */
  readonly journal: JournalEntry;
}

interface Parts {
  readonly tokens: AccessTokens;
  readonly rateLimits: RateLimits;
  readonly retryKeys: RetryKeys;
  readonly endpoints: readonly Endpoint[];
}

/** The endpoints of api.line.me that a chat bot uses, in the order of LINE's own checks. */
export class LineApi {
  readonly #endpoints: EndpointTable;

  constructor(private readonly parts: Parts) {
    this.#endpoints = new EndpointTable(parts.endpoints);
  }

  /** Decides a request; what it accepted is committed when this resolves. */
  async answer(request: ApiRequest): Promise<ApiAnswer> {
    try {
      return await this.#decide(request);
    } catch (error) {
      if (!(error instanceof LineRefusal)) throw error;
      const headers: Record<string, string> =
        error instanceof RetryKeyConflict
          ? { 'x-line-accepted-request-id': error.acceptedRequestId }
          : {};
      return { status: error.status, body: error.body, headers };
    }
  }

  #decide(request: ApiRequest): ApiAnswer | Promise<ApiAnswer> {
    const { method, path, headers, body: bytes, now, journal } = request;
    const { tokens, rateLimits, retryKeys } = this.parts;
    if (method === 'POST' && path === '/oauth2/v3/token') {
      return tokens.issueStateless(new URLSearchParams(bytes.toString('utf8')), now);
    }
    tokens.refuseUnlessAuthorized(headers.authorization, now);
    rateLimits.take(path, now);
    if (bytes.length > MAX_BODY_BYTES) throw new LineRefusal(413, 'Payload too large');
    const found = this.#endpoints.find(method, path);
    if (found === undefined) throw new LineRefusal(404, 'Not found');
    const { endpoint, ids } = found;
    const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
    if (endpoint.takes === 'json' && mediaType !== 'application/json') {
      throw new LineRefusal(415, `The content type, ${mediaType}, is not supported`);
    }
    const header = headers['x-line-retry-key'];
    if (header !== undefined && endpoint.takesRetryKey === undefined) {
      throw new LineRefusal(400, 'The retry key is not supported for this API');
    }
    const retryKey = retryKeys.read(header?.toString());
    if (endpoint.takes === 'json') journal.body = parseJson(bytes);
    const context = { requestId: journal.requestId, now, retryKey };
    return endpoint.run({ ids, body: journal.body, bytes, mediaType, context });
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new LineRefusal(400, 'The request body could not be parsed as JSON (line: -, column: -)');
  }
}
