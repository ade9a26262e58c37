import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One webhook as the bot got it. */
export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A bot's webhook that only takes notes. */
export interface WebhookListener {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** What it answers; `never` leaves the request hanging. */
  status: number | 'never';
  close(): Promise<void>;
}

/** Listens on a free port. */
export async function listenForWebhooks(): Promise<WebhookListener> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      if (listener.status !== 'never') response.writeHead(listener.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const listener: WebhookListener = {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    status: 200,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return listener;
}
