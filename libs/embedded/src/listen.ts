import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { ServerCredentials, type Server as GrpcServer } from '@grpc/grpc-js';
import { ServerStartError } from './server-start-error.ts';

/**
 * Binds a gRPC server; returns its port.
 * @param what the server's name for the message of a failure, as in `Pub/Sub`.
 * @param port 0: any free port.
 * @throws ServerStartError `port-taken` or `address-refused`
 */
export function listenGrpc(
  server: GrpcServer,
  what: string,
  host: string,
  port: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(listenFailure(what, host, port, error));
    });
  });
}

/** The same for an HTTP server. @throws ServerStartError `port-taken` or `address-refused` */
export async function listenHttp(
  server: HttpServer,
  what: string,
  host: string,
  port: number,
): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    throw listenFailure(what, host, port, cause);
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return address.port;
}

/** grpc-js reports every bind failure as one text, so the system's code is looked for in it. */
function listenFailure(what: string, host: string, port: number, cause: unknown): ServerStartError {
  if (String(cause).includes('EADDRINUSE')) {
    const message = `${what}: port ${port} on ${host} is taken. Stop what listens there or choose another port.`;
    return new ServerStartError('port-taken', message, { port, cause });
  }
  const message = `${what}: cannot listen on ${host}:${port} (${String(cause)}). Choose an address of this machine and a port that you may use.`;
  return new ServerStartError('address-refused', message, { port, cause });
}
