import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onCleanUp } from './pubsub-under-test.ts';

/** A push request as the endpoint received it. */
export interface Hit {
  readonly atMs: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP endpoint that answers with the statuses of a script; the last one repeats. */
export async function startPushEndpoint(...script: number[]) {
  const hits: Hit[] = [];
  const server = createServer((request, response) => {
    const status = script[Math.min(hits.length, script.length - 1)] ?? 204;
    void buffer(request).then((body) => {
      hits.push({ atMs: Date.now(), headers: request.headers, body: body.toString() });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  onCleanUp(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${address.port}/push`, hits };
}
