import type { Server as HttpServer } from 'node:http';
import type { Server } from '@grpc/grpc-js';

const CLOSE_GRACE_MS = 500;

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
