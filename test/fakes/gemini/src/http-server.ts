import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reply } from './reply.ts';

/** A request as it came over the wire. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly raw: Buffer;
  /** Aborts when the client goes away before it has the whole answer, or the server ends. */
  readonly gone: AbortSignal;
}

/** The sockets: reads requests, and lets answers arrive as they should or not. */
export class HttpServer {
  readonly #server: Server;

  private constructor(private readonly handle: (incoming: Incoming) => Promise<Reply>) {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** Listens; port 0 takes a free one. @throws when the address is taken. */
  static async listen(
    handle: (incoming: Incoming) => Promise<Reply>,
    host: string,
    port: number,
  ): Promise<HttpServer> {
    const server = new HttpServer(handle);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject).listen(port, host, resolve);
    });
    return server;
  }

  /** `http://host:port`. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') {
      throw new Error('fake-gemini is closed: it has no address any more.');
    }
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${host}:${address.port}`;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const leaving = new AbortController();
    let isCutByUs = false;
    response.once('close', () => {
      if (!response.writableFinished && !isCutByUs) leaving.abort();
    });
    try {
      const raw = Buffer.concat(await request.toArray());
      const { pathname } = new URL(request.url ?? '/', 'http://gemini');
      const { method = 'GET', headers } = request;
      const gone = leaving.signal;
      const reply = await this.handle({ method, path: pathname, headers, raw, gone });
      isCutByUs = reply.transport === 'reset' || reply.transport === 'reset-in-body';
      await send(response, reply, gone);
    } catch (error) {
      if (leaving.signal.aborted) return;
      // A bug of the stand-in must be seen by the test that ran into it.
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`fake-gemini failed: ${String(error)}`);
    }
  }
}

async function send(response: ServerResponse, reply: Reply, gone: AbortSignal): Promise<void> {
  const { status, body, contentType, headers = {}, transport, delayMs = 0 } = reply;
  if (transport === 'hang') return;
  if (transport === 'reset') {
    response.destroy();
    return;
  }
  if (transport === 'slow-headers') await wait(delayMs, undefined, { signal: gone });
  response.writeHead(status, { 'content-type': contentType, ...headers });
  if (transport === 'reset-in-body' || transport === 'slow-body') {
    const bytes = Buffer.from(body);
    const middle = Math.ceil(bytes.length / 2);
    await new Promise<void>((resolve) =>
      response.write(bytes.subarray(0, middle), () => resolve()),
    );
    if (transport === 'reset-in-body') {
      response.destroy();
      return;
    }
    await wait(delayMs, undefined, { signal: gone });
    response.end(bytes.subarray(middle));
    return;
  }
  response.end(body);
}
