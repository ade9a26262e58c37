import type { DatabaseSync } from 'node:sqlite';
import { Server } from '@grpc/grpc-js';
import { listenGrpc, listenHttp } from '../listen.ts';
import type { Durability } from '../sqlite-file.ts';
import { createAdminServer } from './admin-http.ts';
import { BacklogStore } from './backlog-store.ts';
import { Broker } from './broker.ts';
import { unavailable } from './grpc-errors.ts';
import { Housekeeping } from './housekeeping.ts';
import { Journal } from './journal.ts';
import { closeGrpc, closeHttp } from './close-servers.ts';
import { publisherDefinition, subscriberDefinition } from './protos.ts';
import { openPubSubDatabase } from './pubsub-database.ts';
import type { PubSubLog } from './pubsub-log.ts';
import { publisherService } from './publisher-service.ts';
import { newSigningKey, PushSigner } from './push-signer.ts';
import { restoreBroker } from './restore-broker.ts';
import { readStoredState, settingOf } from './stored-state.ts';
import { snapshotService } from './snapshot-service.ts';
import { subscriberService } from './subscriber-service.ts';
import type { SubscriptionStats } from './subscription-stats.ts';
import { systemTime, type TimeSource } from './time-source.ts';
import { unaryFactory } from './unary-handler.ts';

/** Where the server listens and stores; every part has a default. */
export interface PubSubOptions {
  /** Path of the SQLite file; absent = a temporary one, everything is lost with the process. */
  readonly database?: string;
  /** Default 127.0.0.1: there is no authentication. */
  readonly host?: string;
  /** gRPC; default 0 = a free port. */
  readonly port?: number;
  /** Health, statistics and push keys; default 0 = a free port. */
  readonly httpPort?: number;
  /**
   * Default `full`: what a publisher got confirmed survives a power cut too. `normal` is faster and
   * survives the death of the process, but a power cut may take the last transactions.
   */
  readonly durability?: Durability;
  readonly log?: PubSubLog;
  /** Default: the machine's clock. For tests of what takes days. */
  readonly time?: TimeSource;
}

/** A server that accepts calls. */
export interface RunningPubSub {
  /** For PUBSUB_EMULATOR_HOST, e.g. `127.0.0.1:8085`. */
  readonly address: string;
  readonly port: number;
  readonly httpPort: number;
  /** By full subscription name. */
  stats(): Readonly<Record<string, SubscriptionStats>>;
  /** Answers running calls, ends streams (clients see UNAVAILABLE), writes everything, lets go of the file. Can be called again. */
  close(): Promise<void>;
}

/** Above the service's own limit, so that too large a request gets INVALID_ARGUMENT and not a broken call. */
const MAX_RECEIVE_BYTES = 20 * 1024 * 1024;
const MAX_SEND_BYTES = 64 * 1024 * 1024;
/**
 * Streams and calls at once per connection, as in Google's service: the next one waits until one
 * ends, which hangs a client that opens too many streams (nodejs-pubsub#550). Better here than there.
 */
const MOST_STREAMS_PER_CONNECTION = 100;

/**
 * Starts a Pub/Sub server that speaks google.pubsub.v1 to the unmodified Google client and goes on
 * from what the database holds.
 * @throws ServerStartError when a port is taken or the database cannot be used.
 */
export async function startPubSub(options: PubSubOptions = {}): Promise<RunningPubSub> {
  const { database: file, durability = 'full' } = options;
  const database = openPubSubDatabase(file, durability);
  try {
    return await serve(database, options);
  } catch (error) {
    if (database.isOpen) database.close();
    throw error;
  }
}

async function serve(
  database: DatabaseSync,
  {
    host = '127.0.0.1',
    port: wantedPort = 0,
    httpPort: wantedHttpPort = 0,
    log = () => {},
    time = systemTime,
  }: PubSubOptions,
): Promise<RunningPubSub> {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_RECEIVE_BYTES,
    'grpc.max_send_message_length': MAX_SEND_BYTES,
    'grpc.max_concurrent_streams': MOST_STREAMS_PER_CONNECTION,
  });
  const journal = new Journal(database, (error) => {
    log({ level: 'fatal', message: 'the server stops: restart it', error: error.message });
    server.forceShutdown();
  });
  const signer = new PushSigner(settingOf(database, 'push-signing-key', newSigningKey));
  const store = new BacklogStore(database);
  const ports = { time, journal, store, log };
  const broker = new Broker({ ...ports, signer });
  const housekeeping = new Housekeeping(broker, ports);
  const unary = unaryFactory(journal, log);
  server.addService(publisherDefinition, publisherService(broker, unary));
  server.addService(subscriberDefinition, {
    ...subscriberService(broker, time, unary),
    ...snapshotService(broker, unary),
  });
  let lastStats: Record<string, SubscriptionStats> | undefined;
  const stats = () => {
    if (lastStats !== undefined) return lastStats;
    journal.flush();
    return Object.fromEntries(broker.subscriptions().map((each) => [each.name, each.stats()]));
  };
  const web = createAdminServer({ signer, stats, healthy: () => !journal.failed });

  const shutDown = async () => {
    broker.stop(unavailable('The Pub/Sub server is shutting down.'));
    await closeGrpc(server);
    await closeHttp(web);
    lastStats = stats();
    housekeeping.stop();
    if (database.isOpen) database.close();
  };
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= shutDown());
  try {
    const httpPort = await listenHttp(web, 'Pub/Sub admin page', host, wantedHttpPort);
    // Restored before the first client can connect.
    restoreBroker(broker, journal, readStoredState(database));
    housekeeping.sweep();
    housekeeping.start();
    const port = await listenGrpc(server, 'Pub/Sub', host, wantedPort);
    return { address: `${host}:${port}`, port, httpPort, stats, close };
  } catch (error) {
    await close();
    throw error;
  }
}
