import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ActivityFeed } from './activity.ts';
import type { ApiAnswer } from './api-endpoint.ts';
import type { Fault, Faults } from './faults.ts';
import type { Journal, JournalEntry } from './journal.ts';
import type { Ledger } from './ledger.ts';
import type { LineApi } from './line-api.ts';
import type { Network } from './network.ts';

interface Parts {
  readonly api: LineApi;
  readonly faults: Faults;
  readonly network: Network;
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly activity: ActivityFeed;
  readonly clock: { now(): Date };
}

/** The HTTP side of the stand-in: sockets, the journal and injected faults. */
export class ApiServer {
  readonly #server: Server;

  private constructor(private readonly parts: Parts) {
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        // A bug of the stand-in must be seen by the test that ran into it.
        response.writeHead(500, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ message: `fake-line failed: ${String(error)}` }));
      });
    });
  }

  /** Listens; port 0 takes a free one. @throws when the address is taken. */
  static async listen(parts: Parts, host: string, port: number): Promise<ApiServer> {
    const server = new ApiServer(parts);
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject).listen(port, host, resolve);
    });
    return server;
  }

  /** `http://host:port`; the SDK drops any path of a base URL, so this is an origin. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') {
      throw new Error('fake-line is closed: it has no address any more.');
    }
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${host}:${address.port}`;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { api, faults, network, clock } = this.parts;
    const body = Buffer.concat(await request.toArray());
    const entry = this.#note(request);
    const { path, method } = entry;
    const fault = faults.take(path);
    if (fault !== undefined) entry.lost = true;
    const halfWayMs = network.latencyMs / 2;
    if (halfWayMs > 0) await wait(halfWayMs);
    if (fault?.delayMs !== undefined) await wait(fault.delayMs);
    if (fault?.when === 'before') {
      this.#enter(entry);
      return fail(request, response, entry, fault);
    }
    const { headers } = request;
    const now = clock.now();
    const answer = await api.answer({ method, path, headers, body, now, journal: entry });
    entry.status = answer.status;
    this.#enter(entry, answer.body);
    if (halfWayMs > 0) await wait(halfWayMs);
    if (fault?.when === 'after') fail(request, response, entry, fault);
    else send(response, entry, answer);
  }

  #enter(decided: JournalEntry, answer?: object | Buffer): void {
    const { ledger, activity } = this.parts;
    const entry = ledger.note(decided, answer);
    if (entry !== undefined) activity.tell({ type: 'ledger', entry });
  }

  #note(request: IncomingMessage): JournalEntry {
    const retryKey = request.headers['x-line-retry-key']?.toString();
    return this.parts.journal.add({
      requestId: randomUUID(),
      method: request.method ?? 'GET',
      path: new URL(request.url ?? '/', 'http://line').pathname,
      at: this.parts.clock.now(),
      ...(retryKey !== undefined && { retryKey }),
    });
  }
}

/** The caller learns nothing of what LINE decided: a cut connection, or an error status. */
function fail(
  request: IncomingMessage,
  response: ServerResponse,
  entry: JournalEntry,
  { drop, status = 500 }: Fault,
): void {
  if (drop) request.socket.destroy();
  else send(response, entry, { status, body: { message: 'Internal server error' } });
}

function send(
  response: ServerResponse,
  { requestId }: JournalEntry,
  { status, body = {}, bytes, headers = {} }: ApiAnswer,
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-line-request-id': requestId,
    ...headers,
  });
  response.end(bytes ?? JSON.stringify(body));
}
