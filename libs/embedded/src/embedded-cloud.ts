import { join } from 'node:path';
import { DataFolderLock } from './data-folder-lock.ts';
import { serverLogs, type EmbeddedCloudLog, type ServerName } from './embedded-cloud-log.ts';
import { startFirestore, type RunningFirestore } from './firestore/start-firestore.ts';
import { startPubSub, type RunningPubSub } from './pubsub/start-pubsub.ts';
import { startObjectStore, type RunningObjectStore } from './storage/start-object-store.ts';

/** The project that everything in the embedded cloud belongs to. */
const PROJECT = 'dossier-local';

/** Where the embedded cloud keeps its data and listens. */
export interface EmbeddedCloudOptions {
  /** Created when missing; holds one SQLite file per server. Absent: memory, gone at close. */
  readonly folder?: string;
  /** Ports on 127.0.0.1; an absent one is any free port. */
  readonly ports?: Readonly<Partial<Record<ServerName, number>>>;
  /** Receives what the servers notice; must not throw. */
  readonly log?: EmbeddedCloudLog;
}

/** Pub/Sub, Firestore and Cloud Storage, listening. */
export interface EmbeddedCloud {
  readonly pubsub: RunningPubSub;
  readonly firestore: RunningFirestore;
  readonly storage: RunningObjectStore;
  /** Environment variables that lead the unmodified Google clients here. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends the servers, then lets go of the folder. Data in a folder stays. */
  close(): Promise<void>;
}

/** A server could not start: `server` says which one, `message` why and what to change. */
export class EmbeddedCloudStartError extends Error {
  override readonly name = 'EmbeddedCloudStartError';
  readonly server: ServerName;

  constructor(server: ServerName, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.server = server;
  }
}

/**
 * Starts the three servers; afterwards all of them run, or none.
 * @throws DataFolderInUse when another process serves the folder.
 * @throws EmbeddedCloudStartError when a port is taken or a database cannot be used.
 */
export async function startEmbeddedCloud(
  options: EmbeddedCloudOptions = {},
): Promise<EmbeddedCloud> {
  const { folder, ports = {}, log = () => {} } = options;
  const lock = folder === undefined ? undefined : await DataFolderLock.acquire(folder);
  const running: { close(): Promise<void> }[] = [];
  const closeAll = async (): Promise<void> => {
    const ends = await Promise.allSettled(running.map((server) => server.close()));
    await lock?.release();
    const causes = ends.flatMap((end): unknown[] =>
      end.status === 'rejected' ? [end.reason] : [],
    );
    if (causes.length > 0) throw new AggregateError(causes, 'a server did not close cleanly');
  };
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll());
  const place = (server: ServerName) => ({
    ...(folder !== undefined && { database: join(folder, `${server}.sqlite`) }),
    port: ports[server] ?? 0,
  });
  const started = async <T extends { close(): Promise<void> }>(
    name: ServerName,
    starting: Promise<T>,
  ): Promise<T> => {
    try {
      const server = await starting;
      running.push(server);
      return server;
    } catch (cause) {
      throw new EmbeddedCloudStartError(name, cause);
    }
  };
  const logs = serverLogs(log);
  try {
    // One after the other, so that a failure leaves no server that is still starting.
    const pubsub = await started('pubsub', startPubSub({ ...place('pubsub'), log: logs.pubsub }));
    const firestore = await started(
      'firestore',
      startFirestore({ ...place('firestore'), log: logs.firestore }),
    );
    const storage = await started(
      'storage',
      startObjectStore({ ...place('storage'), log: logs.storage }),
    );
    const environment = {
      PUBSUB_EMULATOR_HOST: pubsub.address,
      FIRESTORE_EMULATOR_HOST: firestore.address,
      STORAGE_EMULATOR_HOST: storage.endpoint,
      GOOGLE_CLOUD_PROJECT: PROJECT,
      // Otherwise the clients look for a metadata server first, which takes seconds off the cloud.
      METADATA_SERVER_DETECTION: 'none',
    };
    return { pubsub, firestore, storage, environment, close };
  } catch (error) {
    await close();
    throw error;
  }
}
