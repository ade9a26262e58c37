import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to LINE on which answers arrive unreadable, though LINE accepted what was asked. */
export async function startGarblingLine(target: () => string) {
  const garbled: string[] = [];

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const body = Buffer.concat(await request.toArray());
    const kept = ['authorization', 'content-type', 'x-line-retry-key'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const answer = await fetch(`${target()}${url}`, {
      method,
      headers: Object.fromEntries(kept),
      ...(method === 'POST' && { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const at = garbled.indexOf(url);
    if (at >= 0) garbled.splice(at, 1);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(at >= 0 ? '<html>a gateway’s page</html>' : bytes);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The next answer from this path cannot be read. */
    garble: (path: string): number => garbled.push(path),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
