import { Server } from '@grpc/grpc-js';
import { listenGrpc } from '../listen.ts';
import type { Durability } from '../sqlite-file.ts';
import type { CompositeIndex } from './indexes/composite-indexes.ts';
import { ListenService } from './listen/listen-service.ts';
import { unavailable } from './protocol/firestore-error.ts';
import { loadFirestoreProtocol } from './protocol/firestore-protocol.ts';
import { QueryRunner } from './queries/query-runner.ts';
import type { FirestoreLog } from './rpc/call-adapters.ts';
import { firestoreService } from './rpc/firestore-service.ts';
import { ListService } from './rpc/list-service.ts';
import { ReadContexts } from './rpc/read-context.ts';
import { ReadService } from './rpc/read-service.ts';
import { TransactionalReader } from './rpc/transactional-reader.ts';
import { WriteService } from './rpc/write-service.ts';
import { CommitClock } from './storage/commit-clock.ts';
import { DocumentCodec } from './storage/document-codec.ts';
import { openDocumentDatabase } from './storage/document-database.ts';
import { DocumentStore } from './storage/document-store.ts';
import type { ConcurrencyMode } from './transactions/transaction.ts';
import {
  TransactionRegistry,
  type TransactionTimeouts,
} from './transactions/transaction-registry.ts';
import { LIMITS } from './values/limits.ts';
import { Committer } from './writes/committer.ts';
import { WriteRates, type HotDocument } from './writes/write-rates.ts';

/** How to run the server; every setting has a default. */
export interface FirestoreOptions {
  /** Path of the SQLite file; absent: everything is in memory and gone when the server closes. */
  readonly database?: string;
  /** Address to listen on, 127.0.0.1 when absent: there is neither encryption nor access control. */
  readonly host?: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** What commits survive, `full` when absent: a power cut too. */
  readonly durability?: Durability;
  /** `pessimistic` when absent, as in Firestore Standard edition. */
  readonly concurrency?: ConcurrencyMode;
  /** How long transactions may take; Firestore's times when absent. */
  readonly timeouts?: Partial<TransactionTimeouts>;
  /**
   * Strict mode: the indexes that are deployed in production. A query that needs another one is refused
   * with FAILED_PRECONDITION, as there. Absent: every query is answered.
   */
  readonly indexes?: readonly CompositeIndex[];
  /** Receives an entry per finished RPC. */
  readonly log?: FirestoreLog;
  /** Told of documents that are written more than once a second over ten seconds. */
  readonly onHotDocument?: (document: HotDocument) => void;
}

/** A server that answers; see {@link startFirestore}. */
export interface RunningFirestore {
  /** `127.0.0.1:PORT`, the form FIRESTORE_EMULATOR_HOST takes. */
  readonly address: string;
  readonly port: number;
  /** Lets requests in progress finish, ends listeners, and closes the database file. */
  close(): Promise<void>;
}

const TIMEOUTS: TransactionTimeouts = { idleMs: 60_000, totalMs: 270_000, lockWaitMs: 20_000 };
const KEEP_ALIVE_MS = 30_000;
const CLOSE_GRACE_MS = 2000;

/** Far above Firestore's 10 MiB, which `checkRequestSize` enforces with the right status code. */
const MAX_RECEIVED_BYTES = 64 * 1024 * 1024;

/**
 * Starts a Firestore server for the unmodified Google client, durable in SQLite.
 * @throws ServerStartError when the port is taken or the database cannot be used.
 */
export async function startFirestore(options: FirestoreOptions = {}): Promise<RunningFirestore> {
  const { host = '127.0.0.1', concurrency = 'pessimistic', log = () => undefined } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const protocol = loadFirestoreProtocol();
  const database = openDocumentDatabase(
    options.database ?? ':memory:',
    options.durability ?? 'full',
  );
  const store = new DocumentStore(database, new DocumentCodec(protocol.documentType));
  const clock = new CommitClock(Date.now, store.newestMicros());
  const transactions = new TransactionRegistry(clock, Date.now, concurrency, timeouts);
  const queries = new QueryRunner(store, options.indexes);
  const listens = new ListenService({ store, queries }, clock, log);
  const rates = new WriteRates(() => Date.now());
  const committer = new Committer({
    store,
    clock,
    transactions,
    onCommitted: (names) => {
      listens.documentsChanged(names);
      for (const document of rates.count(names)) options.onHotDocument?.(document);
    },
  });
  const services = {
    reads: new ReadService(
      new ReadContexts(transactions, clock),
      new TransactionalReader(store, queries, transactions),
      queries,
    ),
    writes: new WriteService(committer, transactions),
    lists: new ListService(store),
    listens,
  };

  const server = new Server({
    'grpc.max_receive_message_length': MAX_RECEIVED_BYTES,
    'grpc.max_send_message_length': -1,
  });
  server.addService(protocol.service, firestoreService(services, log));
  const port = await listenGrpc(server, 'Firestore', host, options.port ?? 0).catch(
    (error: unknown) => {
      store.close();
      throw error;
    },
  );

  const upkeep = setInterval(
    () => {
      transactions.endExpired();
      store.forgetHistoryBefore((Date.now() - LIMITS.historyMs) * 1000);
    },
    Math.min(1000, timeouts.idleMs),
  ).unref();
  const keepAlive = setInterval(() => listens.keepAlive(), KEEP_ALIVE_MS).unref();

  const stop = async () => {
    clearInterval(upkeep);
    clearInterval(keepAlive);
    const reason = unavailable('The server is shutting down.');
    transactions.refuseWaiting(reason);
    listens.close(reason);
    await shutDown(server);
    store.close();
  };
  let stopped: Promise<void> | undefined;
  return { address: `${host}:${port}`, port, close: () => (stopped ??= stop()) };
}

function shutDown(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.forceShutdown(), CLOSE_GRACE_MS);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}
