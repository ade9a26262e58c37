import { setTimeout as wait } from 'node:timers/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { BenchFailure } from '../bench-failure.ts';

const PUSH = '/v2/bot/message/push';
const REPLY = '/v2/bot/message/reply';
const RUN_WITHIN_MS = 180_000;

/**
 * The least that answers the calls Dossier makes to LINE. Not the strict fake of the tests, whose
 * checks would cost more than what is measured. A run ends for its user when its push arrives here.
 */
export class LineStub {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #waiting = new Map<string, (at: number) => void>();
  /** How long LINE takes for a reply. */
  replyMs = 0;
  #url = '';

  static async start(): Promise<LineStub> {
    const stub = new LineStub();
    stub.#server.listen(0, '127.0.0.1');
    await once(stub.#server, 'listening');
    const address = stub.#server.address();
    if (address === null || typeof address === 'string') throw new BenchFailure('no port for LINE');
    stub.#url = `http://127.0.0.1:${address.port}`;
    return stub;
  }

  get url(): string {
    return this.#url;
  }

  /** Resolves with the instant (`performance.now`) at which a push to this user arrives. @throws BenchFailure */
  pushTo(userId: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(userId);
        reject(new BenchFailure(`a run did not end within ${RUN_WITHIN_MS / 1_000} s`));
      }, RUN_WITHIN_MS);
      this.#waiting.set(userId, (at) => {
        clearTimeout(late);
        this.#waiting.delete(userId);
        resolve(at);
      });
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrived = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
    if (request.url === REPLY && this.replyMs > 0) await wait(this.replyMs);
    const sent = { sentMessages: [{ id: '1' }] };
    const body = request.url?.startsWith('/v2/bot/message/') === true ? sent : {};
    response.writeHead(200, { 'content-type': 'application/json', 'x-line-request-id': 'bench' });
    response.end(JSON.stringify(body));
    if (request.url !== PUSH) return;
    const { to } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { to?: unknown };
    if (typeof to === 'string') this.#waiting.get(to)?.(arrived);
  }
}
