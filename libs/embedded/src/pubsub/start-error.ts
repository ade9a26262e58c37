/** Why the server could not start. */
export type PubSubStartFailure =
  'port-taken' | 'address-refused' | 'database-in-use' | 'database-unusable';

/** Thrown by startPubSub; `message` says what to change. `port` is set for the two network failures. */
export class PubSubStartError extends Error {
  override readonly name = 'PubSubStartError';
  readonly code: PubSubStartFailure;
  readonly port: number | undefined;

  constructor(
    code: PubSubStartFailure,
    message: string,
    details: { port?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.port = details.port;
  }
}

/**
 * The error for a listener that could not bind.
 * grpc-js reports every bind failure as one text, so the system's code is looked for in it.
 */
export function listenFailure(
  what: string,
  host: string,
  port: number,
  cause: unknown,
): PubSubStartError {
  const where = `${host}:${port}`;
  if (String(cause).includes('EADDRINUSE')) {
    const message = `${what}: port ${port} on ${host} is taken. Stop what listens there or choose another port.`;
    return new PubSubStartError('port-taken', message, { port, cause });
  }
  const message = `${what}: cannot listen on ${where} (${String(cause)}).`;
  return new PubSubStartError('address-refused', message, { port, cause });
}
