import { once } from 'node:events';
import { createServer } from 'node:net';

const MAX_PORT = 65_535;

/** The port that was asked for is in use. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';

  constructor(port: number) {
    const other = port < MAX_PORT ? port + 1 : port - 1;
    super(`Port ${port} is in use. Stop what uses it, or choose another: PORT=${other} npm start`);
  }
}

/**
 * The port to listen on: `wanted` if it is free, any free one for 0. Known before anything starts,
 * because report addresses are made from it.
 * @throws PortTaken
 */
export async function freePort(wanted: number, host: string): Promise<number> {
  const server = createServer();
  try {
    server.listen(wanted, host);
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : wanted;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new PortTaken(wanted);
    }
    throw error;
  } finally {
    server.close();
  }
}
