import type { SendingContext } from './message-sending.ts';

/** What goes back; without a body it is `{}`. */
export interface ApiAnswer {
  readonly status: number;
  readonly body?: object;
  /** Sent instead of a JSON body. */
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that may be decided: its token, rate, size, type and retry key are right. */
export interface EndpointCall {
  /** What stands for `{...}` in the endpoint's path, in order. */
  readonly ids: readonly string[];
  /** The parsed JSON; undefined for endpoints that take none. */
  readonly body: unknown;
  /** The body as it came. */
  readonly bytes: Buffer;
  /** Its media type, without parameters. */
  readonly mediaType: string;
  readonly context: SendingContext;
}

/** One row of LINE's reference. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `/v2/bot/profile/{userId}`. */
  readonly path: string;
  /** `json` is parsed, and refused under another media type; other bodies are up to the endpoint. */
  readonly takes: 'json' | 'bytes' | 'nothing';
  /** Only sending to people can be retried by key; elsewhere the key is refused. */
  readonly takesRetryKey?: true;
  /** @throws LineRefusal */
  run(call: EndpointCall): ApiAnswer | Promise<ApiAnswer>;
}

/** 200 with a body. */
export function ok(body: object = {}): ApiAnswer {
  return { status: 200, body };
}

/** Finds endpoints by method and path. */
export class EndpointTable {
  readonly #rows: readonly { readonly endpoint: Endpoint; readonly pattern: RegExp }[];

  constructor(endpoints: readonly Endpoint[]) {
    this.#rows = endpoints.map((endpoint) => {
      const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
      return { endpoint, pattern };
    });
  }

  /** The endpoint and the ids in the path, or undefined for what LINE does not have. */
  find(method: string, path: string): { endpoint: Endpoint; ids: readonly string[] } | undefined {
    for (const { endpoint, pattern } of this.#rows) {
      const match = endpoint.method === method ? pattern.exec(path) : null;
      if (match !== null) return { endpoint, ids: match.slice(1) };
    }
    return undefined;
  }
}
