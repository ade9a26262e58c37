import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { listenHttp } from '../listen.ts';
import type { Durability } from '../sqlite-file.ts';
import { openObjectDatabase } from './object-database.ts';
import { ObjectStoreRouter } from './object-store-router.ts';
import { createStorageServer, type ObjectStoreLog } from './storage-server.ts';

/** How the object store runs; everything has a default. */
export interface ObjectStoreOptions {
  /** SQLite file; absent keeps everything in memory, gone at close. */
  readonly database?: string;
  /** Address to listen on. Default 127.0.0.1: the store asks nobody who they are. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 'full': an upload is on the disk before it is answered, even if the power fails. */
  readonly durability?: Durability;
  /** Largest object. Default 64 MiB; SQLite itself ends below 1 GB. */
  readonly maxObjectBytes?: number;
  /** Told of each request (debug), and of the error behind a 500 (error). */
  readonly log?: ObjectStoreLog;
}

/** An object store that is listening. */
export interface RunningObjectStore {
  /** `http://127.0.0.1:PORT`: the client's `apiEndpoint`, or STORAGE_EMULATOR_HOST. */
  readonly endpoint: string;
  readonly port: number;
  /** Lets running requests end (for up to two seconds), then closes the database. */
  close(): Promise<void>;
}

const DEFAULT_MAX_OBJECT_BYTES = 64 * 1024 * 1024;
const CLOSE_GRACE_MS = 2000;

/**
 * Starts a server that speaks the Cloud Storage JSON API to the real client, on SQLite.
 * @throws ServerStartError when the port is taken or the database cannot be used.
 */
export async function startObjectStore(
  options: ObjectStoreOptions = {},
): Promise<RunningObjectStore> {
  const { host = '127.0.0.1', port = 0, durability = 'full', log = () => {} } = options;
  const maxObjectBytes = options.maxObjectBytes ?? DEFAULT_MAX_OBJECT_BYTES;
  const database = openObjectDatabase(options.database ?? ':memory:', durability);
  let endpoint = '';
  const router = new ObjectStoreRouter(database, {
    endpoint: () => endpoint,
    maxObjectBytes,
    now: Date.now,
    nextId: randomUUID,
  });
  const server = createStorageServer({
    maxObjectBytes,
    handle: (request) => router.handle(request),
    log,
  });
  try {
    const bound = await listenHttp(server, 'Object store', host, port);
    endpoint = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    endpoint,
    port: Number(new URL(endpoint).port),
    close: async () => {
      if (!database.isOpen) return;
      await closeServer(server);
      if (database.isOpen) database.close();
    },
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(timer);
}
