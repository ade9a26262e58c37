export { DataFolderInUse, DataFolderUnusable } from './data-folder-lock.ts';
export {
  EmbeddedCloudStartError,
  startEmbeddedCloud,
  type EmbeddedCloud,
  type EmbeddedCloudOptions,
} from './embedded-cloud.ts';
export type { EmbeddedCloudLog, EmbeddedCloudLogEntry, ServerName } from './embedded-cloud-log.ts';
export type { CompositeIndex } from './firestore/indexes/composite-indexes.ts';
export {
  startFirestore,
  type FirestoreOptions,
  type RunningFirestore,
} from './firestore/start-firestore.ts';
export { ServerStartError, type ServerStartFailure } from './server-start-error.ts';
export { startPubSub, type PubSubOptions, type RunningPubSub } from './pubsub/start-pubsub.ts';
export {
  startObjectStore,
  type ObjectStoreOptions,
  type RunningObjectStore,
} from './storage/start-object-store.ts';
export { SigningKeyUnusable, type SigningCredentials } from './storage/signing-key.ts';
