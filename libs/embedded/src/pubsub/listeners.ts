import type { Server as HttpServer } from 'node:http';
import { ServerCredentials, type Server } from '@grpc/grpc-js';
import { listenFailure } from './start-error.ts';

const CLOSE_GRACE_MS = 500;

/** Binds a gRPC server; returns its port. @throws PubSubStartError */
export function bindGrpc(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(listenFailure('Pub/Sub', host, port, error));
    });
  });
}

/** Binds an HTTP server; returns its port. @throws PubSubStartError */
export function bindHttp(web: HttpServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    web.once('error', (error) => reject(listenFailure('Pub/Sub admin page', host, port, error)));
    web.listen(port, host, () => {
      const address = web.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Lets running calls end, for half a second. */
export function closeGrpc(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, CLOSE_GRACE_MS);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}

/** Also right for a server that never listened. */
export function closeHttp(web: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    web.close(() => resolve());
    web.closeAllConnections();
  });
}
