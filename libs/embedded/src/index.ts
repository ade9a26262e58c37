export {
  startObjectStore,
  type ObjectStoreOptions,
  type RunningObjectStore,
} from './storage/start-object-store.ts';
