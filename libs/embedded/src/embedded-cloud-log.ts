import type { FirestoreLogEntry } from './firestore/rpc/call-adapters.ts';
import type { HotDocument } from './firestore/writes/write-rates.ts';
import type { PubSubLogEntry } from './pubsub/pubsub-log.ts';
import type { ObjectStoreLogEntry } from './storage/storage-server.ts';

/** Names of the three servers, also of their ports and files. */
export type ServerName = 'pubsub' | 'firestore' | 'storage';

/** One thing that one of the servers noticed. `fatal` means that it stopped serving. */
export interface EmbeddedCloudLogEntry {
  readonly server: ServerName;
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'fatal';
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Receives the log of all three servers; must not throw. */
export type EmbeddedCloudLog = (entry: EmbeddedCloudLogEntry) => void;

/** gRPC INTERNAL: the server itself failed. */
const INTERNAL = 13;

/** The log functions of the three servers, all ending in `log`. */
export function serverLogs(log: EmbeddedCloudLog): {
  readonly pubsub: (entry: PubSubLogEntry) => void;
  readonly firestore: (entry: FirestoreLogEntry) => void;
  readonly hotDocument: (document: HotDocument) => void;
  readonly storage: (entry: ObjectStoreLogEntry) => void;
} {
  return {
    pubsub: ({ level, message, ...details }) => log({ server: 'pubsub', level, message, details }),
    firestore: ({ rpc, ...details }) =>
      log({
        server: 'firestore',
        level: details.code === INTERNAL ? 'error' : 'debug',
        message: rpc,
        details,
      }),
    hotDocument: (document) =>
      log({
        server: 'firestore',
        level: 'warn',
        message:
          'a document is written more often than once a second, which Firestore advises against',
        details: { ...document },
      }),
    storage: ({ level, message, ...details }) =>
      log({ server: 'storage', level, message, details }),
  };
}
