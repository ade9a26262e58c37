import { join } from 'node:path';
import { DataFolderLock } from './data-folder-lock.ts';
import { serverLogs, type EmbeddedCloudLog, type ServerName } from './embedded-cloud-log.ts';
import type { CompositeIndex } from './firestore/indexes/composite-indexes.ts';
import { startFirestore, type RunningFirestore } from './firestore/start-firestore.ts';
import { startPubSub, type RunningPubSub } from './pubsub/start-pubsub.ts';
import { ServerGroup } from './server-group.ts';
import { startObjectStore, type RunningObjectStore } from './storage/start-object-store.ts';

/** The project that everything in the embedded cloud belongs to. */
const PROJECT = 'dossier-local';

/** Where the embedded cloud keeps its data and listens. */
export interface EmbeddedCloudOptions {
  /**
   * Created when missing; holds one SQLite file per server, and `signing-key.json`, with which clients
   * sign V4 URLs. Absent: memory, gone at close.
   */
  readonly folder?: string;
  /** Ports on 127.0.0.1; an absent one is any free port. */
  readonly ports?: Readonly<Partial<Record<ServerName, number>>>;
  /** Firestore's strict mode: the indexes that are deployed. Absent: every query is answered. */
  readonly indexes?: readonly CompositeIndex[];
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
  const { folder, ports = {}, indexes, log = () => {} } = options;
  const group = new ServerGroup();
  // First in, so last out: the folder is free only when no server writes to it any more.
  if (folder !== undefined) group.add(await DataFolderLock.acquire(folder));
  const logs = serverLogs(log);
  const place = (server: ServerName) => ({
    ...(folder !== undefined && { database: join(folder, `${server}.sqlite`) }),
    port: ports[server] ?? 0,
  });
  try {
    // One after the other, so that a failure leaves no server that is still starting.
    const pubsub = group.add(
      await startPubSub({ ...place('pubsub'), log: logs.pubsub }).catch(failureOf('pubsub')),
    );
    const firestore = group.add(
      await startFirestore({
        ...place('firestore'),
        ...(indexes !== undefined && { indexes }),
        log: logs.firestore,
        onHotDocument: logs.hotDocument,
      }).catch(failureOf('firestore')),
    );
    const storage = group.add(
      await startObjectStore({
        ...place('storage'),
        ...(folder !== undefined && { signingKeyFile: join(folder, 'signing-key.json') }),
        log: logs.storage,
      }).catch(failureOf('storage')),
    );
    const environment = environmentOf(pubsub, firestore, storage);
    return { pubsub, firestore, storage, environment, close: () => group.close() };
  } catch (error) {
    await group.close();
    throw error;
  }
}

function failureOf(server: ServerName): (cause: unknown) => never {
  return (cause) => {
    throw new EmbeddedCloudStartError(server, cause);
  };
}

function environmentOf(
  pubsub: RunningPubSub,
  firestore: RunningFirestore,
  storage: RunningObjectStore,
): Record<string, string> {
  return {
    PUBSUB_EMULATOR_HOST: pubsub.address,
    FIRESTORE_EMULATOR_HOST: firestore.address,
    STORAGE_EMULATOR_HOST: storage.endpoint,
    GOOGLE_CLOUD_PROJECT: PROJECT,
    // Otherwise the clients look for a metadata server first, which takes seconds off the cloud.
    METADATA_SERVER_DETECTION: 'none',
  };
}
