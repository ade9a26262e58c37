import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { listenHttp } from '../listen.ts';
import type { Durability } from '../sqlite-file.ts';
import { openObjectDatabase } from './object-database.ts';
import { ObjectStoreRouter } from './object-store-router.ts';
import { openSigningKey, type SigningCredentials, type SigningKey } from './signing-key.ts';
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
  /**
   * File of the key that signs and checks V4 URLs, in Google's key format; made when missing. Absent:
   * a key in memory, so that signed URLs end with the process.
   */
  readonly signingKeyFile?: string;
  /** Milliseconds since 1970, for times of objects and the end of signed URLs. Default Date.now. */
  readonly now?: () => number;
  /** Told of each request (debug), and of the error behind a 500 (error). */
  readonly log?: ObjectStoreLog;
}

/** An object store that is listening. */
export interface RunningObjectStore {
  /** `http://127.0.0.1:PORT`: the client's `apiEndpoint`, or STORAGE_EMULATOR_HOST. */
  readonly endpoint: string;
  readonly port: number;
  /**
   * What `new Storage({ credentials })` takes to sign V4 URLs that this store accepts.
   * @throws SigningKeyUnusable when the key file holds something else.
   */
  signingCredentials(): Promise<SigningCredentials>;
  /** Lets running requests end (for up to two seconds), then closes the database. */
  close(): Promise<void>;
}

const DEFAULT_MAX_OBJECT_BYTES = 64 * 1024 * 1024;
const CLOSE_GRACE_MS = 2000;

/**
 * Starts a server that speaks the Cloud Storage JSON API to the real client, on SQLite.
 * @throws ServerStartError when the port is taken or the database cannot be used.
 * @throws SigningKeyUnusable when the key file holds something else.
 */
export async function startObjectStore(
  options: ObjectStoreOptions = {},
): Promise<RunningObjectStore> {
  const { host = '127.0.0.1', port = 0, durability = 'full', log = () => {} } = options;
  const maxObjectBytes = options.maxObjectBytes ?? DEFAULT_MAX_OBJECT_BYTES;
  // A key in a file is there from the start, for clients in other processes; one in memory takes a
  // tenth of a second that only a signed URL is worth.
  let opened: Promise<SigningKey> | undefined;
  const signingKey = () => (opened ??= openSigningKey(options.signingKeyFile));
  if (options.signingKeyFile !== undefined) await signingKey();
  const database = openObjectDatabase(options.database ?? ':memory:', durability);
  let endpoint = '';
  const router = new ObjectStoreRouter(database, {
    endpoint: () => endpoint,
    maxObjectBytes,
    now: options.now ?? Date.now,
    nextId: randomUUID,
    signingKey,
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
    signingCredentials: async () => (await signingKey()).credentials,
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
