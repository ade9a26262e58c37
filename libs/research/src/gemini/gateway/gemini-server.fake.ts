import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request. */
export interface Scripted {
  readonly status?: number;
  /** JSON unless it is a string, which is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where it goes wrong: nothing is ever answered, the body never ends, or the socket breaks. */
  readonly fault?: 'silence' | 'endless-body' | 'reset' | 'broken-body';
}

/** A request that arrived. */
export interface Arrived {
  readonly path: string;
  readonly model: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** The API of Gemini as a script: real HTTP, so that the real SDK is what is tested. */
export class FakeGemini {
  readonly arrived: Arrived[] = [];
  readonly #script: Scripted[] = [];
  readonly #watchers = new Set<() => void>();
  /** What is answered when the script is at its end. */
  otherwise: (request: Arrived) => Scripted = () => text('ok');

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      void this.#take(request, response);
    });
  }

  static async start(): Promise<FakeGemini> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FakeGemini(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Adds answers to the script, one for each request. */
  answers(...script: readonly Scripted[]): void {
    this.#script.push(...script);
  }

  /** Resolves as soon as so many requests have arrived. */
  async until(requests: number): Promise<void> {
    while (this.arrived.length < requests) {
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null');
    const path = request.url ?? '';
    const [, model = ''] = /\/models\/([^:]+):/u.exec(path) ?? [];
    const arrived = { path, model, headers: request.headers, body };
    this.arrived.push(arrived);
    const scripted = this.#script.shift() ?? this.otherwise(arrived);
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
    play(scripted, response);
  }
}

function play({ status = 200, body = {}, headers, fault }: Scripted, response: ServerResponse) {
  if (fault === 'silence') return;
  if (fault === 'reset') return response.destroy();
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  if (fault === undefined) return response.end(json);
  response.write(json.slice(0, 5));
  if (fault === 'broken-body') setImmediate(() => response.destroy());
}

export const TOKENS = {
  promptTokenCount: 100,
  candidatesTokenCount: 20,
  thoughtsTokenCount: 5,
  toolUsePromptTokenCount: 7,
  totalTokenCount: 132,
};

/** An answer with these parts. */
export function parts(list: readonly object[], candidate: object = {}): Scripted {
  const content = { role: 'model', parts: list };
  return {
    body: {
      candidates: [{ content, finishReason: 'STOP', ...candidate }],
      usageMetadata: TOKENS,
    },
  };
}

/** An answer of one text. */
export function text(words: string, candidate: object = {}): Scripted {
  return parts([{ text: words }], candidate);
}

/** An answer that ended like this, without content. */
export function ended(finishReason: string): Scripted {
  return { body: { candidates: [{ finishReason }], usageMetadata: TOKENS } };
}

/** An error status, with details as Google gives them. */
export function failure(code: number, status: string, ...details: readonly object[]): Scripted {
  return { status: code, body: { error: { code, message: 'secret words', status, details } } };
}

export function retryInfo(retryDelay: string): object {
  return { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay };
}

export function quotaFailure(quotaId: string): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
    violations: [{ quotaId, quotaValue: '10' }],
  };
}
