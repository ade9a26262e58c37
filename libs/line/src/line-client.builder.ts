import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Permanent, Retryable } from '@dossier/contracts';
import type { LineClientOptions } from './line-client-calls.ts';
import { LineClient } from './line-client.ts';

/** A request as it arrived. */
export interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}
/** Writes an answer, or none. */
export type Answer = (response: ServerResponse) => void;

export const TOKEN = 'channel-token-7';

export function json(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}
export const never: Answer = () => undefined;
export const cut: Answer = (response) => response.destroy();
export const noJson: Answer = (response) => response.end('<html>');

/** A clock that only the test moves. */
export class HandClock {
  #now = Date.parse('2026-12-01T12:00:00Z');

  now(): Date {
    return new Date(this.#now);
  }

  sleep(): Promise<void> {
    return Promise.resolve();
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}

/** A server that answers by path as a test says, whatever it is asked; 404 where the test says nothing. */
export class StandIn {
  readonly calls: Call[] = [];
  readonly clock = new HandClock();
  /** A list is used up from its front; its last answer stays. */
  readonly #answers = new Map<string, Answer[]>();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = request.url ?? '';
        const text = Buffer.concat(chunks).toString();
        const form = request.headers['content-type'] === 'application/x-www-form-urlencoded';
        const body: unknown = text === '' ? null : form ? text : JSON.parse(text);
        this.calls.push({ path, headers: request.headers, body });
        const answers = this.#answers.get(path) ?? [json(404, {})];
        (answers.length > 1 ? answers.shift() : answers[0])?.(response);
      });
    });
  }

  static async start(): Promise<StandIn> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StandIn(server);
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Says how requests to the path are answered, in turn. */
  set(path: string, ...answers: Answer[]): void {
    this.#answers.set(path, answers);
  }

  /** Forgets what was said and asked. */
  reset(): void {
    this.calls.length = 0;
    this.#answers.clear();
  }

  client(changes: Partial<LineClientOptions> = {}): LineClient {
    return new LineClient({
      credentials: { kind: 'static', accessToken: TOKEN },
      baseUrl: this.url,
      timeoutMs: 5_000,
      clock: this.clock,
      ...changes,
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** The error that a call ends with; any other ending fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<Retryable | Permanent> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Retryable || error instanceof Permanent) return error;
  throw new Error('expected Retryable or Permanent', { cause: error });
}
