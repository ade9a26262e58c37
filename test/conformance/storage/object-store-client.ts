import { randomUUID } from 'node:crypto';
import { Storage, type Bucket } from '@google-cloud/storage';
import {
  startObjectStore,
  type ObjectStoreOptions,
  type SigningCredentials,
} from '@dossier/embedded';

/** A running store, the real client on it, and a bucket that nobody else uses. */
export interface StoreUnderTest {
  readonly endpoint: string;
  readonly storage: Storage;
  readonly bucket: Bucket;
  close(): Promise<void>;
}

/** The real client, without its retries, so that a refusal is seen at once. */
export function storageClient(endpoint: string, credentials?: SigningCredentials): Storage {
  return new Storage({
    apiEndpoint: endpoint,
    ...(credentials && { credentials }),
    projectId: 'dossier-test',
    retryOptions: { autoRetry: false },
  });
}

/** Starts a store for one spec. */
export async function startStoreUnderTest(options?: ObjectStoreOptions): Promise<StoreUnderTest> {
  const store = await startObjectStore(options);
  const storage = storageClient(store.endpoint);
  const [bucket] = await storage.createBucket(`bucket-${randomUUID()}`);
  return { endpoint: store.endpoint, storage, bucket, close: () => store.close() };
}
