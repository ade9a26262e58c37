/** Why a server could not start: where it was to listen, or where it was to store. */
export type ServerStartFailure =
  'port-taken' | 'address-refused' | 'database-in-use' | 'database-unusable';

/**
 * One of the servers could not start; `message` names the server, the port or the file, and what to
 * change. `port` is set for the two failures to listen.
 */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError';
  readonly code: ServerStartFailure;
  readonly port: number | undefined;

  constructor(
    code: ServerStartFailure,
    message: string,
    details: { port?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.port = details.port;
  }
}
