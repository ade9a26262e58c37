export {
  startObjectStore,
  type ObjectStoreOptions,
  type RunningObjectStore,
} from './storage/start-object-store.ts';
export { ObjectStoreStartError, type ObjectStoreStartFailure } from './storage/start-error.ts';
