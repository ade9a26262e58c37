import { createServer } from 'node:http';
import { logVerbosity, Server, setLogVerbosity } from '@grpc/grpc-js';
import { listenGrpc, listenHttp } from './listen.ts';

// grpc-js writes a line of its own to the console for each port it cannot bind.
beforeAll(() => setLogVerbosity(logVerbosity.NONE));
afterAll(() => setLogVerbosity(logVerbosity.ERROR));

/** TEST-NET-1, no machine's own address: https://www.rfc-editor.org/rfc/rfc5737 */
const FOREIGN_HOST = '192.0.2.1';

const KINDS = {
  gRPC: () => {
    const server = new Server();
    return {
      listen: (host: string, port: number) => listenGrpc(server, 'Shelf', host, port),
      close: () => server.forceShutdown(),
    };
  },
  HTTP: () => {
    const server = createServer();
    return {
      listen: (host: string, port: number) => listenHttp(server, 'Shelf', host, port),
      close: () => void server.close(),
    };
  },
};

describe.each(['gRPC', 'HTTP'] as const)('listening for %s', (kind) => {
  it('names the port that is taken, and the way out', async () => {
    const first = KINDS[kind]();
    const second = KINDS[kind]();
    try {
      const port = await first.listen('127.0.0.1', 0);
      await expect(second.listen('127.0.0.1', port)).rejects.toMatchObject({
        name: 'ServerStartError',
        code: 'port-taken',
        port,
        message: `Shelf: port ${port} on 127.0.0.1 is taken. Stop what listens there or choose another port.`,
      });
    } finally {
      first.close();
      second.close();
    }
  });

  it('says that an address is not of this machine', async () => {
    const server = KINDS[kind]();
    try {
      await expect(server.listen(FOREIGN_HOST, 8085)).rejects.toMatchObject({
        name: 'ServerStartError',
        code: 'address-refused',
        port: 8085,
        message: expect.stringContaining(
          `Shelf: cannot listen on ${FOREIGN_HOST}:8085 (`,
        ) as string,
      });
    } finally {
      server.close();
    }
  });
});
