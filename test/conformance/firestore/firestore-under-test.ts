import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { credentials } from '@grpc/grpc-js';
import sdk, {
  Firestore,
  type CollectionReference,
  type DocumentData,
  type DocumentReference,
  type QuerySnapshot,
  type Settings,
} from '@google-cloud/firestore';
import { startFirestore, type FirestoreOptions, type RunningFirestore } from '@dossier/embedded';
import { officialAddress, OnlyEmbedded } from '../servers.ts';

/** The database that the clients use, as the protocol names it. */
export const DATABASE = 'projects/conformance/databases/(default)';

/** A running server and the unmodified client, pointed at it the way an operator does. */
export interface FirestoreUnderTest {
  readonly server: RunningFirestore;
  readonly db: Firestore;
  /** Another client of the same server, closed together with the server. */
  newClient(settings?: Settings): Firestore;
  /** A collection that nobody else uses. */
  aCollection(): CollectionReference;
  close(): Promise<void>;
}

/**
 * Starts a server for one spec, in memory unless a database is given; or takes Google's emulator when
 * the spec runs against that.
 * @throws OnlyEmbedded for options that Google's emulator does not have.
 */
export async function startFirestoreUnderTest(
  options?: FirestoreOptions,
): Promise<FirestoreUnderTest> {
  const server = officialFirestore(options) ?? (await startFirestore(options));
  const clients: Firestore[] = [];
  const newClient = (settings: Settings = {}) => {
    const client = clientOf(server.address, settings);
    clients.push(client);
    return client;
  };
  const db = newClient();
  return {
    server,
    db,
    newClient,
    aCollection: () => aCollection(db),
    async close() {
      const ended = Promise.allSettled(clients.map((client) => client.terminate()));
      // Google's emulator leaves some commits unanswered, and the client waits for them.
      await (officialAddress('firestore') ? Promise.race([ended, pause(2000)]) : ended);
      await server.close();
    },
  };
}

function officialFirestore(options: FirestoreOptions = {}): RunningFirestore | undefined {
  const official = officialAddress('firestore');
  if (official === undefined) return undefined;
  const isUsual = Object.entries(options).every(([, value]) => value === 'pessimistic');
  if (!isUsual) throw new OnlyEmbedded(`no options here: ${Object.keys(options).join(', ')}`);
  // It lives for the whole run.
  return { ...official, close: () => Promise.resolve() };
}

/** The real client. It reads the two variables when it is made. */
export function clientOf(address: string, settings: Settings = {}): Firestore {
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  process.env['FIRESTORE_EMULATOR_HOST'] = address;
  return new Firestore({ projectId: 'conformance', ...settings });
}

/** The generated client below the friendly one, for calls it hides. */
export function rawClientOf({ port }: RunningFirestore) {
  return new sdk.v1.FirestoreClient({
    servicePath: '127.0.0.1',
    port,
    sslCreds: credentials.createInsecure(),
    projectId: 'conformance',
  });
}

/** Full name of a document, as the protocol wants it. */
export function nameOf({ path }: DocumentReference): string {
  return `${DATABASE}/documents/${path}`;
}

/** Every message of a streaming answer. */
export async function drained(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const messages: unknown[] = [];
  for await (const message of stream) messages.push(message);
  return messages;
}

/** A collection that nobody else uses. */
export function aCollection(db: Firestore): CollectionReference {
  return db.collection(`c-${randomUUID()}`);
}

/** Writes documents by id, all in one batch. */
export async function seed(
  collection: CollectionReference,
  documents: Readonly<Record<string, DocumentData>>,
): Promise<void> {
  const batch = collection.firestore.batch();
  for (const [id, data] of Object.entries(documents)) batch.set(collection.doc(id), data);
  await batch.commit();
}

/** Ids of the results, in their order. */
export function idsOf(snapshot: QuerySnapshot): string[] {
  return snapshot.docs.map(({ id }) => id);
}

/** Reads a field as a number. @throws Error when it is none. */
export function numberAt(snapshot: { get(field: string): unknown }, field: string): number {
  const value = snapshot.get(field);
  if (typeof value !== 'number') throw new Error(`${field} is no number: ${String(value)}`);
  return value;
}

/** @throws Error when the promise takes longer: for what must not be held up. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms: ${what}`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The reasons of those promises that failed. */
export function failuresOf(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }) => reason as unknown);
}
