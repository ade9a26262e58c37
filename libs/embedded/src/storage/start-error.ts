import { isObject } from './storage-http.ts';

/** Why the object store could not start. */
export type ObjectStoreStartFailure =
  'port-taken' | 'address-refused' | 'database-in-use' | 'database-unusable';

/** Thrown by startObjectStore; `message` says what to change. */
export class ObjectStoreStartError extends Error {
  override readonly name = 'ObjectStoreStartError';
  readonly code: ObjectStoreStartFailure;

  constructor(code: ObjectStoreStartFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The error for an address that could not be bound. */
export function listenFailure(host: string, port: number, cause: unknown): ObjectStoreStartError {
  if (isObject(cause) && cause['code'] === 'EADDRINUSE') {
    const message = `Object store: port ${port} on ${host} is taken. Stop what listens there or choose another port.`;
    return new ObjectStoreStartError('port-taken', message, cause);
  }
  const message = `Object store: cannot listen on ${host}:${port} (${String(cause)}).`;
  return new ObjectStoreStartError('address-refused', message, cause);
}
